import { Button } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { change } from '../../api/change.ts';
import { useSave } from '../../app/review/use-save.ts';
import { DetailDrawer } from '../../ui/detail-drawer.tsx';
import { SchemaFormFrame } from '../../ui/form/schema-form.tsx';
import { useSchemaForm } from '../../ui/form/use-schema-form.ts';
import { useWords } from '../../words/define.ts';
import { CampaignFields } from './campaign-fields.tsx';
import { bodyOf, emptyCampaign, useCampaignFields } from './campaign-form.ts';
import { pushWords } from './words.ts';

const route = getRouteApi('/shell/push');

const idIn = (reply: unknown): string | undefined =>
  typeof reply === 'object' && reply !== null && 'id' in reply && typeof reply.id === 'string' ? reply.id : undefined;

/** A new campaign is a draft: nobody gets it before it is sent. */
export function NewCampaignDrawer() {
  const t = useWords(pushWords);
  const navigate = route.useNavigate();
  const { save, isSaving } = useSave();
  const form = useSchemaForm(useCampaignFields(), { values: emptyCampaign, tag: null }, { draft: 'push.new' });
  const close = () => void navigate({ to: '/push', search: true });
  const submit = () => {
    const name = form.values['titleI18n.en'].trim();
    void save({
      title: t('create.title', { name }),
      name,
      change: change('POST', '/v1/admin/push/campaigns', { body: bodyOf(form.values) }),
      draft: form.draft,
      onRefused: form.applyServerErrors,
      onDone: (reply) => {
        const id = idIn(reply);
        form.reset();
        if (id === undefined) close();
        else void navigate({ to: '/push/$id', params: { id }, search: true });
      },
    });
  };
  return (
    <DetailDrawer title={t('new')} subtitle={t('create.text')} onClose={close} size={860}>
      <SchemaFormFrame form={form} onSubmit={submit}>
        <CampaignFields form={form} />
        <div>
          <Button type="submit" loading={isSaving}>
            {t('form.saveDraft')}
          </Button>
        </div>
      </SchemaFormFrame>
    </DetailDrawer>
  );
}
