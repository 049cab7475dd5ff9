import { Button } from '@mantine/core';
import { getRouteApi, useRouter } from '@tanstack/react-router';
import { change } from '../../api/change.ts';
import { useSave } from '../../app/review/use-save.ts';
import { DetailDrawer } from '../../ui/detail-drawer.tsx';
import { SchemaFields } from '../../ui/form/schema-form.tsx';
import { useSchemaForm } from '../../ui/form/use-schema-form.ts';
import { useWords } from '../../words/define.ts';
import { useServerWord } from '../../words/server.ts';
import { genreOf, useTypedGenres } from './genres.ts';
import { noWords, useKnownWords } from './known-words.ts';
import { seriesWords } from './words.ts';

const route = getRouteApi('/shell/series/new');
const nothing = { values: { title: '', synopsis: '', genreSlug: '', slug: '' }, tag: null };

const idOf = (reply: unknown): string | null =>
  typeof reply === 'object' && reply !== null && 'id' in reply && typeof reply.id === 'string' ? reply.id : null;

export function CreateSeriesDrawer() {
  const t = useWords(seriesWords);
  const word = useServerWord();
  const { save, isSaving } = useSave();
  const router = useRouter();
  const navigate = route.useNavigate();
  const suggestions = useTypedGenres();
  const findKnown = useKnownWords();
  const form = useSchemaForm(
    {
      title: { kind: 'text', label: word('field', 'title'), required: true, max: 200 },
      synopsis: { kind: 'long', label: word('field', 'synopsis'), max: 5000 },
      genreSlug: { kind: 'text', label: word('field', 'genreSlug'), max: 60, suggestions },
      slug: { kind: 'text', label: t('create.address'), description: t('create.addressHint'), max: 100 },
    },
    nothing,
    { draft: 'series.new' },
  );
  const close = () => void navigate({ to: '/series', search: true });
  const submit = () => {
    const { title, synopsis, genreSlug, slug } = form.values;
    const known = genreSlug ? findKnown() : noWords;
    if (!known) return;
    void save({
      title: t('create.sheet', { title }),
      name: title,
      confirmLabel: t('create.confirm'),
      change: change('POST', '/v1/admin/series', {
        body: {
          title,
          synopsis,
          ...(genreSlug && { genreSlug: genreOf(genreSlug, null, known.genres) }),
          ...(slug && { slug }),
        },
      }),
      draft: form.draft,
      onRefused: form.applyServerErrors,
      onDone: (reply) => {
        form.reset();
        const id = idOf(reply);
        if (id) void router.navigate({ to: '/series/$id', params: { id } });
        else close();
      },
    });
  };
  return (
    <DetailDrawer title={t('create.title')} subtitle={t('create.text')} onClose={close} size={480}>
      <SchemaFields form={form} onSubmit={submit}>
        <div>
          <Button type="submit" loading={isSaving}>
            {t('create.confirm')}
          </Button>
        </div>
      </SchemaFields>
    </DetailDrawer>
  );
}
