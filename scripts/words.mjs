/**
 * The panel's words: each table is a JSON file for each language, with the keys and the placeholders of English and the
 * plural forms that the language has. One line for each finding: `path: what`.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { root, say, whenRun } from './process.mjs';

const source = 'panel/src';
const languages = ['en', 'ar', 'id'];
const formsOf = Object.fromEntries(
  languages.map((language) => [language, new Intl.PluralRules(language).resolvedOptions().pluralCategories]),
);

/** These may say the number in words, and so do without the placeholder for it. */
const formsInWords = new Set(['zero', 'one', 'two']);

const isOfTable = (name) => /\.(?:en|ar|id)\.json$/.test(name);
const tableFiles = () =>
  readdirSync(join(root, source), { recursive: true, encoding: 'utf8' })
    .map((path) => `${source}/${path.replaceAll('\\', '/')}`)
    .filter(isOfTable);

const flat = (tree, above = '') =>
  Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'string' ? [[`${above}${key}`, value]] : flat(value, `${above}${key}.`),
  );

function readTable(path) {
  try {
    return new Map(flat(JSON.parse(readFileSync(join(root, path), 'utf8'))));
  } catch {
    return null;
  }
}

const placeholders = (text) => new Set([...text.matchAll(/\{\{\s*([\w.]+)/g)].map(([, name]) => name));
const pluralForm = (key) => /^(.+)_(zero|one|two|few|many|other)$/.exec(key)?.slice(1);

/** The form for nothing is asked for in every language, where English has it. */
const formsLike = (english, stem, language) =>
  english.has(`${stem}_zero`) ? new Set(['zero', ...formsOf[language]]) : formsOf[language];

/** The keys that a language must have, and the English text whose placeholders each must name. */
function expectedKeys(english, language) {
  const expected = new Map();
  for (const [key, text] of english) {
    const [stem] = pluralForm(key) ?? [];
    if (stem === undefined) expected.set(key, { text });
    else {
      const many = english.get(`${stem}_other`) ?? text;
      for (const form of formsLike(english, stem, language)) expected.set(`${stem}_${form}`, { text: many, form });
    }
  }
  return expected;
}

function wrongPlaceholders({ text, form }, translation) {
  const [wanted, found] = [placeholders(text), placeholders(translation)];
  const absent = [...wanted].filter((name) => !found.has(name));
  const mayLack = formsInWords.has(form) ? 1 : 0;
  return [...(absent.length > mayLack ? absent : []), ...[...found].filter((name) => !wanted.has(name))];
}

function faultsOfText(language, key, text, wanted) {
  const faults = wrongPlaceholders(wanted, text).map((name) => `${key} and English differ in {{${name}}}`);
  if (text.trim() === '') faults.push(`${key} is empty`);
  if (language === 'ar' && /["“”]/.test(text)) faults.push(`${key} has quotation marks other than «…»`);
  return faults;
}

function faultsOfTable(english, table, language) {
  const expected = expectedKeys(english, language);
  const absent = [...expected].filter(([key]) => !table.has(key));
  return [
    ...absent.map(([key, { form }]) => (form ? `lacks the plural form ${key}` : `lacks ${key}`)),
    ...[...table].flatMap(([key, text]) =>
      expected.has(key) ? faultsOfText(language, key, text, expected.get(key)) : [`has ${key}, which nobody asks for`],
    ),
  ];
}

function faultsOf(stem) {
  const english = readTable(`${stem}.en.json`);
  if (english === null) return [`${stem}.en.json: cannot be read`];
  return languages.flatMap((language) => {
    const path = `${stem}.${language}.json`;
    const table = readTable(path);
    const faults = table === null ? ['cannot be read'] : faultsOfTable(english, table, language);
    return faults.map((fault) => `${path}: ${fault}`);
  });
}

/** i18next keeps the tables by name: a second one would be mixed into the first. */
function sharedNames(stems) {
  return stems
    .filter((stem) => stems.some((other) => other !== stem && basename(other) === basename(stem)))
    .map((stem) => `${stem}.en.json: another table has this name`);
}

await whenRun(import.meta.url, () => {
  const stems = [...new Set(tableFiles().map((path) => path.replace(/\.\w+\.json$/, '')))];
  // A gate that looked at nothing must not pass.
  const findings =
    stems.length === 0 ? [`${source}: no words found`] : [...stems.flatMap(faultsOf), ...sharedNames(stems)];
  for (const finding of findings) say(finding);
  if (findings.length > 0) process.exitCode = 1;
});
