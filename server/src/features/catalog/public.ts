export { mustBeReplaceable, mustListEachOnce } from './actions/edit.ts';
export { chooseFiles, linkMedia, unlinkAsset } from './actions/episodes.ts';
export {
  type AssetLink,
  findEpisode,
  listEpisodeNames,
  listEpisodeTitles,
  listLinks,
  lockAssetLinks,
  lockEpisode,
  lockEpisodes,
  lockEpisodesOf,
  removeEpisodes,
  setEpisodesState,
} from './episodes.sql.ts';
export { auditNoteRequired, invalidOrder, slugTaken } from './errors.ts';
export {
  cardsOf,
  type EpisodeLink,
  filesOf,
  type PictureUrl,
  pictureUrls,
  showEpisodeWithFiles,
} from './files.ts';
export type { CatalogFiles, CatalogPorts, Prices, Rotation } from './ports.ts';
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
  type Asset,
  adminLangQuery,
  type CardRow,
  Episode,
  type EpisodeFiles,
  exampleEpisode,
  exampleSeries,
  langQuery,
  languageHeaders,
  MissingList,
  Reference,
  Series,
  SeriesCard,
  type SeriesCardRow,
  showSeries,
} from './schema.ts';
export {
  findSeries,
  type ItemNameRow,
  listSeriesChoices,
  listSeriesNames,
  listWatchableIds,
  lockSeries,
  removeSeries,
  type SeriesChoiceRow,
  setHeroScores,
  setSeriesState,
} from './series.sql.ts';
