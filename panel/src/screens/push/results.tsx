import { useQuery } from '@tanstack/react-query';
import { DrawerSection } from '../../ui/detail-drawer.tsx';
import { useFormat } from '../../ui/format.ts';
import { useWords } from '../../words/define.ts';
import { usePlaces } from '../../words/places.ts';
import { useServerWord } from '../../words/server.ts';
import { Waiting } from './parts.tsx';
import classes from './push.module.css';
import { type Campaign, languages, type Results, resultsQuery } from './queries.ts';
import { pushWords } from './words.ts';

const figures = ['delivered', 'opened', 'started', 'unlocked'] as const;
type Figures = Pick<Results['users'][number], (typeof figures)[number]>;

const sumOf = (users: readonly Figures[], name: (typeof figures)[number]): number =>
  users.reduce((sum, group) => sum + group[name], 0);

/** What came of a campaign, by market and language, and who still waits for it. */
export function CampaignResults({ campaign }: { campaign: Campaign }) {
  const t = useWords(pushWords);
  const word = useServerWord();
  const places = usePlaces();
  const { data } = useQuery(resultsQuery(campaign));
  if (!data || (data.users.length === 0 && data.waiting.length === 0)) return null;
  const { users, waiting } = data;
  const languageOf = (one: string | null) =>
    languages.some((known) => known === one) ? word('language', one ?? '') : (one ?? t('results.unknown'));
  return (
    <DrawerSection title={t('results.title')}>
      <Waiting waiting={waiting} />
      {users.length > 0 && (
        <table className={classes.results} aria-label={t('results.title')}>
          <thead>
            <tr>
              <th scope="col">
                {t('market')}
                <small>{t('results.language')}</small>
              </th>
              {figures.map((name) => (
                <th key={name} scope="col">
                  {t(`results.${name}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {users.map((group) => (
              <tr key={`${group.market} ${group.language}`}>
                <th scope="row">
                  {group.market === null ? t('noMarket') : places.country(group.market)}
                  <small>{languageOf(group.language)}</small>
                </th>
                <Cells figures={group} />
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">{t('results.all')}</th>
              <Cells
                figures={{
                  delivered: sumOf(users, 'delivered'),
                  opened: sumOf(users, 'opened'),
                  started: sumOf(users, 'started'),
                  unlocked: sumOf(users, 'unlocked'),
                }}
              />
            </tr>
          </tfoot>
        </table>
      )}
      <p className={classes.quiet}>{t('results.hint')}</p>
    </DrawerSection>
  );
}

/** The numbers, with their share of those who got it. */
function Cells({ figures: group }: { figures: Figures }) {
  const format = useFormat();
  return figures.map((name) => (
    <td key={name} className="tabular">
      {format.number(group[name])}
      {name !== 'delivered' && group.delivered > 0 && <small>{format.percent(group[name] / group.delivered)}</small>}
    </td>
  ));
}
