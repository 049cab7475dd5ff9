import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { Loaded } from '../../api/loaded.tsx';
import { ownAddress } from '../../api/own-address.ts';
import { ObjectLink } from '../../app/object-link.tsx';
import { Alert } from '../../ui/alert.tsx';
import { Stack, Text } from '../../ui/box.tsx';
import { DescriptionList } from '../../ui/description-list.tsx';
import { DetailDrawer, DrawerSection } from '../../ui/detail-drawer.tsx';
import { useFormat } from '../../ui/format.ts';
import { Time } from '../../ui/time.tsx';
import { useLanguage, useWords } from '../../words/define.ts';
import { usePlaces } from '../../words/places.ts';
import { useServerWord } from '../../words/server.ts';
import { useTitleIn } from '../../words/title.ts';
import { CampaignActions } from './actions.tsx';
import { textOfData } from './links.ts';
import { Messages } from './messages.tsx';
import { AudienceCount, CampaignPill, CountsBar, useTitleOf, writtenIn } from './parts.tsx';
import { DevicePreview, type PreviewLanguage } from './preview.tsx';
import classes from './push.module.css';
import { type Campaign, campaignQuery, settingsQuery } from './queries.ts';
import { CampaignResults } from './results.tsx';
import { TestForm } from './test-form.tsx';
import { pushWords } from './words.ts';

const route = getRouteApi('/shell/push/$id');

/** One campaign: what it says, whom it is for and what became of it. */
export function CampaignDrawer() {
  const t = useWords(pushWords);
  const { id } = route.useParams();
  const navigate = route.useNavigate();
  const campaign = useQuery(campaignQuery(id));
  const titleOf = useTitleOf();
  const close = () => void navigate({ to: '/push', search: true });
  return (
    <DetailDrawer title={campaign.data ? titleOf(campaign.data.data) : t('title')} onClose={close} size={860}>
      <Loaded query={campaign} lines={8}>
        {({ data }) => (
          <div className={classes.editor}>
            <Stack gap="lg">
              <Stopped status={data.status} />
              <Facts campaign={data} />
              <CampaignActions campaign={data} />
              {data.counts.queued > 0 && <CampaignResults campaign={data} />}
              {data.counts.queued > 0 && <Report campaign={data} />}
              {data.allowed.includes('test') && <TestForm id={data.id} />}
              <DrawerSection title={t('messages.title')}>
                <Messages campaign={data} />
              </DrawerSection>
            </Stack>
            <Words campaign={data} />
          </div>
        )}
      </Loaded>
    </DetailDrawer>
  );
}

/** Why nothing of it goes out. */
function Stopped({ status }: Pick<Campaign, 'status'>) {
  const t = useWords(pushWords);
  const { data } = useQuery(settingsQuery);
  if (!data || data.data.enabled || status === 'sent' || status === 'cancelled') return null;
  return (
    <Alert tone="danger" title={t('switch.stopped')}>
      {t('switch.stoppedText')}
    </Alert>
  );
}

function Words({ campaign: { titleI18n, bodyI18n, pictureUrl } }: { campaign: Campaign }) {
  const [language, setLanguage] = useState<PreviewLanguage>(useLanguage());
  const wordsIn = (one: PreviewLanguage) => ({ title: titleI18n[one] ?? '', body: bodyI18n[one] ?? '' });
  const words = { en: wordsIn('en'), ar: wordsIn('ar'), id: wordsIn('id') };
  const picture = pictureUrl === null ? undefined : ownAddress(pictureUrl);
  return <DevicePreview words={words} picture={picture} language={language} onLanguage={setLanguage} />;
}

function Facts({ campaign }: { campaign: Campaign }) {
  const t = useWords(pushWords);
  const word = useServerWord();
  const format = useFormat();
  const places = usePlaces();
  const { status, category, segment, segmentId, market, sendAt, timeZone, audience, createdBy, data } = campaign;
  const people = audience && t('people', { count: audience.users, amount: format.number(audience.users) });
  const local = sendAt && market && format.dateTime(sendAt, timeZone);
  return (
    <DescriptionList
      facts={[
        [t('status'), <CampaignPill key="status" status={status} />],
        [t('category'), word('pushCategory', category)],
        [
          t('form.segment'),
          segment ? (
            <ObjectLink key="segment" type="segment" id={segment.id}>
              <bdi>{segment.name}</bdi>
            </ObjectLink>
          ) : (
            t('everyone')
          ),
        ],
        [t('market'), market === null ? t('allMarkets') : places.country(market)],
        [
          t('audience'),
          people ?? (
            <AudienceCount
              key="audience"
              audience={{ category, segmentId, market, sendAt }}
              written={writtenIn(campaign)}
            />
          ),
        ],
        [
          t('sendAt'),
          <Stack key="sendAt" as="span" className={classes.named} tight>
            {sendAt ? <Time at={sendAt} /> : t('whenSent')}
            {local && <small>{t('form.local', { time: local, market: places.country(market) })}</small>}
          </Stack>,
        ],
        [t('opens'), <Opens key="opens" campaign={campaign} />],
        ...(Object.keys(data).length > 0
          ? [[t('data'), <bdi key="data">{textOfData(data)}</bdi>] satisfies [string, ReactNode]]
          : []),
        [t('createdBy'), <bdi key="by">{createdBy.name}</bdi>],
      ]}
    />
  );
}

/** What a tap leads to, by its name. */
function Opens({ campaign: { opens } }: { campaign: Campaign }) {
  const t = useWords(pushWords);
  const titleOf = useTitleIn();
  if (opens === null) return t('link.home');
  if (opens.type === 'store') return t('link.store');
  if (opens.id === null) return t('link.gone');
  return (
    <ObjectLink type={opens.type} id={opens.id}>
      <bdi>{titleOf(opens.title ?? '', opens.titleI18n ?? undefined)}</bdi>
    </ObjectLink>
  );
}

/** How far it is and how its messages ended. */
function Report({ campaign: { counts, outcomes, status } }: { campaign: Campaign }) {
  const t = useWords(pushWords);
  const word = useServerWord();
  const format = useFormat();
  const done = counts.queued - counts.waiting;
  return (
    <DrawerSection title={t('report.title')}>
      <Text as="p" mb="xs" role="status">
        {status === 'sending'
          ? t('report.progress', { done: format.number(done), all: format.number(counts.queued) })
          : t('report.all', { count: counts.queued, amount: format.number(counts.queued) })}
      </Text>
      <CountsBar counts={counts} />
      <DescriptionList
        facts={outcomes.map(({ outcome, messages }) => [
          word('pushOutcome', outcome),
          <span key={outcome} className="tabular">
            {format.number(messages)} · {format.percent(messages / counts.queued)}
          </span>,
        ])}
      />
    </DrawerSection>
  );
}
