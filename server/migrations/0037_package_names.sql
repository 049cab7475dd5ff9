-- compatible with 0027
-- Kept by store: what the audit log calls packages by.
create view coin_package_names as select id, sku from coin_packages;
-- Kept by purchases: the packages that someone has bought or is about to buy.
create view purchased_packages as select package_id from transactions where package_id is not null;
grant select on coin_package_names, purchased_packages to cliffhanger_app;
