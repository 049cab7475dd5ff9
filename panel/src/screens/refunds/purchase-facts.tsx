import { useBoughtName } from '../../app/bought.ts';
import { ObjectLink } from '../../app/object-link.tsx';
import { useUserName } from '../../app/user-name.ts';
import { Inline, Stack } from '../../ui/box.tsx';
import { DescriptionList } from '../../ui/description-list.tsx';
import { useFormat } from '../../ui/format.ts';
import { PersonAvatar } from '../../ui/person.tsx';
import { Time } from '../../ui/time.tsx';
import { useWords } from '../../words/define.ts';
import { useRailName } from '../../words/rails.ts';
import { PaymentMarks } from '../transactions/public.ts';
import { Amount } from './parts.tsx';
import type { Purchase } from './queries.ts';
import classes from './refunds.module.css';
import { refundWords } from './words.ts';

/** Whose purchase it is, what was bought, and what is left of it to refund. */
export function PurchaseFacts({ purchase }: { purchase: Purchase }) {
  const t = useWords(refundWords);
  const format = useFormat();
  const railName = useRailName();
  const boughtName = useBoughtName();
  const name = useUserName()({ ...purchase.user, name: purchase.user.label });
  const { id, user, platform, currency, refundableCents, createdAt } = purchase;
  return (
    <>
      <Inline>
        <PersonAvatar name={name} size={36} />
        <Stack as="span" className={classes.named} within align="start" tight>
          <ObjectLink type="user" id={user.id}>
            <bdi>{name}</bdi>
          </ObjectLink>
          <PaymentMarks of={purchase} />
          <small>
            <ObjectLink type="purchase" id={id}>
              <bdi>{boughtName(purchase)}</bdi>
            </ObjectLink>{' '}
            · {railName(platform)} · <Time at={createdAt} />
          </small>
        </Stack>
      </Inline>
      <DescriptionList
        facts={[
          [t('paid'), <Amount key="paid" of={purchase} />],
          [
            t('left'),
            <strong key="left" className="ltr">
              {format.money(refundableCents, currency)}
            </strong>,
          ],
        ]}
      />
    </>
  );
}
