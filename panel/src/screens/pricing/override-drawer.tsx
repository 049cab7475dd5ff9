import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { change } from '../../api/change.ts';
import { Loaded } from '../../api/loaded.tsx';
import { ownAddress } from '../../api/own-address.ts';
import { useBlocked } from '../../app/blocked.ts';
import { Picture } from '../../app/pictures.tsx';
import { useReview } from '../../app/review/provider.tsx';
import type { ReviewRequest } from '../../app/review/request.ts';
import { DetailDrawer } from '../../ui/detail-drawer.tsx';
import { GatedButton } from '../../ui/gated-button.tsx';
import { StatusPill, type Tone } from '../../ui/status-pill.tsx';
import { useWords } from '../../words/define.ts';
import { useTitleIn } from '../../words/title.ts';
import { fieldOf, momentOf } from './moments.ts';
import { usePeriod, useTargetName } from './names.ts';
import { faultOf, OverrideFields, type Typed } from './override-fields.tsx';
import classes from './pricing.module.css';
import { type Override, overrideQuery } from './queries.ts';
import { type Standing, standingOf } from './windows.ts';
import { pricingWords } from './words.ts';

const route = getRouteApi('/shell/pricing/$id');

const tones: Readonly<Record<Standing, Tone>> = {
  running: 'positive',
  planned: 'info',
  ended: 'neutral',
  off: 'warning',
};

/** One price that was set: edited, switched on and off, removed. */
export function OverrideDrawer() {
  const t = useWords(pricingWords);
  const nameOf = useTargetName();
  const { id } = route.useParams();
  const navigate = route.useNavigate();
  const override = useQuery(overrideQuery(id));
  const close = () => void navigate({ to: '/pricing', search: true });
  const title = override.data ? t('override', { name: nameOf(override.data.data) }) : t('title');
  return (
    <DetailDrawer title={title} onClose={close} size={480}>
      <Loaded query={override} lines={6}>
        {({ data, etag }) => <Edit key={data.revision} override={data} tag={etag} onClose={close} />}
      </Loaded>
    </DetailDrawer>
  );
}

interface EditProps {
  override: Override;
  tag: string | null;
  onClose: () => void;
}

type Edited = Partial<{ coins: number; activeFrom: string | null; activeTo: string | null; active: boolean }>;

/** What differs from what is there. A field shows minutes, so what was not touched is not sent. */
function editsOf({ coins, activeFrom, activeTo }: Override, typed: Typed): Edited {
  return {
    ...(typed.coins !== '' && typed.coins !== coins && { coins: typed.coins }),
    ...(typed.from !== fieldOf(activeFrom) && { activeFrom: momentOf(typed.from) ?? null }),
    ...(typed.to !== fieldOf(activeTo) && { activeTo: momentOf(typed.to) ?? null }),
  };
}

function Edit({ override, tag, onClose }: EditProps) {
  const t = useWords(pricingWords);
  const nameOf = useTargetName();
  const review = useReview();
  const blocked = useBlocked(override.allowed, 'pricing:write');
  const { id, coins, activeFrom, activeTo, active } = override;
  const [typed, setTyped] = useState<Typed>({ coins, from: fieldOf(activeFrom), to: fieldOf(activeTo) });
  const name = nameOf(override);
  const edits = editsOf(override, typed);
  const open = (request: Pick<ReviewRequest, 'title' | 'intro' | 'confirmLabel'>, edit: Edited) =>
    review.open({
      ...request,
      reason: { label: t('form.note'), min: 0, max: 500 },
      change: (note) =>
        change('PUT', '/v1/admin/pricing/overrides/{id}', {
          path: { id },
          ifMatch: tag,
          body: { ...edit, ...(note && { note }) },
        }),
      onDone: onClose,
    });
  const save = () => open({ title: t('form.editSheet', { name }), confirmLabel: t('form.save') }, edits);
  const toggle = () => {
    const word = active ? 'off' : 'on';
    const request = { title: t(`switch.${word}Sheet`, { name }), intro: t(`switch.${word}Text`) };
    open({ ...request, confirmLabel: t(`switch.${word}`) }, { active: !active });
  };
  const remove = () =>
    review.open({
      title: t('remove.sheet', { name }),
      intro: t('remove.text'),
      confirmLabel: t('remove.button'),
      danger: true,
      change: change('DELETE', '/v1/admin/pricing/overrides/{id}', { path: { id } }),
      onDone: onClose,
    });
  const isBlocked = blocked('update') !== undefined;
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <About override={override} />
      <fieldset disabled={isBlocked} className={classes.fields}>
        <OverrideFields typed={typed} onType={setTyped} fromHint={t('form.utc')} />
      </fieldset>
      <div className={classes.buttons}>
        {!isBlocked && (
          <Button type="submit" disabled={Object.keys(edits).length === 0 || faultOf(typed) !== undefined}>
            {t('form.save')}
          </Button>
        )}
        <GatedButton blocked={blocked('update')} onClick={toggle}>
          {t(active ? 'switch.off' : 'switch.on')}
        </GatedButton>
        <GatedButton blocked={blocked('delete')} color="red" variant="subtle" onClick={remove}>
          {t('remove.button')}
        </GatedButton>
      </div>
    </form>
  );
}

function About({ override }: { override: Override }) {
  const t = useWords(pricingWords);
  const period = usePeriod();
  const titleIn = useTitleIn();
  const standing = standingOf(override, new Date());
  const { item, scope } = override;
  const picture = item?.pictureUrl ? ownAddress(item.pictureUrl) : undefined;
  return (
    <div className={classes.about}>
      {item && <Picture src={picture} shape={scope === 'series' ? 'poster' : 'thumb'} />}
      <span>
        {item && item.episodeNumber !== null && <bdi>{titleIn(item.title, item.titleI18n)}</bdi>}
        <small>
          {t(`scope.${scope}`)} · {period(override)}
        </small>
      </span>
      <StatusPill tone={tones[standing]}>{t(`standing.${standing}`)}</StatusPill>
    </div>
  );
}
