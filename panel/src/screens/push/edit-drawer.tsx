import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { change } from '../../api/change.ts';
import { Loaded } from '../../api/loaded.tsx';
import { useReview } from '../../app/review/provider.tsx';
import { useSave } from '../../app/review/use-save.ts';
import { DetailDrawer } from '../../ui/detail-drawer.tsx';
import { SchemaFormFrame } from '../../ui/form/schema-form.tsx';
import { useSchemaForm } from '../../ui/form/use-schema-form.ts';
import { useWords } from '../../words/define.ts';
import { CampaignFields } from './campaign-fields.tsx';
import { bodyOf, useCampaignFields, valuesOf } from './campaign-form.ts';
import { useTitleOf } from './parts.tsx';
import { type Campaign, campaignQuery } from './queries.ts';
import { pushWords } from './words.ts';

const route = getRouteApi('/shell/push/$id/edit');

export function EditCampaignDrawer() {
  const t = useWords(pushWords);
  const { id } = route.useParams();
  const navigate = route.useNavigate();
  const campaign = useQuery(campaignQuery(id));
  const titleOf = useTitleOf();
  const close = () => void navigate({ to: '/push/$id', params: { id }, search: true });
  const title = campaign.data ? t('edit.title', { name: titleOf(campaign.data.data) }) : t('title');
  return (
    <DetailDrawer title={title} onClose={close} size={860}>
      <Loaded query={campaign} lines={8}>
        {({ data, etag }) => (
          <Edit campaign={data} tag={etag} onStale={() => void campaign.refetch()} onClose={close} />
        )}
      </Loaded>
    </DetailDrawer>
  );
}

interface EditProps {
  campaign: Campaign;
  tag: string | null;
  onStale: () => void;
  onClose: () => void;
}

/** A draft is saved at once, and can be taken back; what has its time already is looked at first. */
function Edit({ campaign, tag, onStale, onClose }: EditProps) {
  const t = useWords(pushWords);
  const review = useReview();
  const { save, isSaving } = useSave();
  const titleOf = useTitleOf();
  const { id, status } = campaign;
  const old = valuesOf(campaign);
  const form = useSchemaForm(useCampaignFields(), { values: old, tag }, { draft: `push ${id}`, onStale });
  const name = titleOf(campaign);
  const submit = () => {
    const request = {
      title: t('edit.sheet', { name }),
      change: change('PUT', '/v1/admin/push/campaigns/{id}', {
        path: { id },
        ifMatch: form.tag,
        body: bodyOf(form.values),
      }),
      draft: form.draft,
      onRefused: form.applyServerErrors,
      onDone: () => {
        form.reset();
        onClose();
      },
    };
    if (status !== 'draft') {
      review.open({ ...request, about: name, confirmLabel: t('form.save') });
      return;
    }
    void save({
      ...request,
      name,
      undo: ({ etag }) =>
        change('PUT', '/v1/admin/push/campaigns/{id}', { path: { id }, ifMatch: etag, body: bodyOf(old) }),
    });
  };
  return (
    <SchemaFormFrame form={form} onSubmit={submit}>
      <CampaignFields form={form} />
      <div>
        <Button type="submit" loading={isSaving} disabled={Object.keys(form.changed).length === 0}>
          {t(status === 'draft' ? 'form.save' : 'form.continue')}
        </Button>
      </div>
    </SchemaFormFrame>
  );
}
