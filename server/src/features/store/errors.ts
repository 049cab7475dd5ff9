import { declareError } from '../../kit/errors.ts';

export const skuTaken = declareError(409, 'sku_taken', {}, ['coin_packages_sku_unique']);
export const packageInUse = declareError(409, 'package_in_use', {}, ['transactions_package_fk']);
