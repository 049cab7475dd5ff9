export { mustBeReplaceable, mustListEachOnce } from './actions/edit.ts';
export { chooseFiles, linkMedia, unlinkAsset } from './actions/episodes.ts';
export { listSeriesChoices, listWatchableIds, type SeriesChoiceRow, setHeroScores } from './choices.sql.ts';
export {
  type AssetLink,
  findEpisode,
  listEpisodeNames,
  listEpisodeTitles,
  listLinks,
  lockEpisode,
  lockEpisodes,
  lockEpisodesOf,
  lockShownBy,
  removeEpisodes,
  setEpisodesState,
} from './episodes.sql.ts';
export { auditNoteRequired, invalidOrder, slugTaken } from './errors.ts';
export {
  type Asset,
  type CardRow,
  type CatalogFiles,
  type CatalogPorts,
  cardsOf,
  type EpisodeFiles,
  type EpisodeLink,
  filesOf,
  type ItemNameRow,
  type PictureUrl,
  type Prices,
  pictureUrls,
  type Rotation,
} from './ports.ts';
export {
  findDetails,
  type ItemDetails,
  type LaunchedEpisode,
  type LaunchedSeries,
  launchedSeries,
  refreshReadiness,
} from './readiness.sql.ts';
export {
  deletableIn,
  keepsCaptions,
  keepsVideo,
  type Language,
  languageFor,
  languages,
  type Missing,
  mergeTranslations,
  needsNote,
  type State,
  schedulable,
  showsToViewers,
  states,
  type TranslationEdit,
  visibilityOf,
  workflow,
} from './rules.ts';
export {
  adminLangQuery,
  Episode,
  exampleEpisode,
  exampleSeries,
  langQuery,
  languageHeaders,
  MissingList,
  Reference,
  Series,
  SeriesCard,
  showEpisodeWithFiles,
  showSeries,
} from './schema.ts';
export {
  findSeries,
  listSeriesNames,
  lockSeries,
  removeSeries,
  setSeriesState,
} from './series.sql.ts';
