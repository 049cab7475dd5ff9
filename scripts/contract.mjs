/**
 * What the OpenAPI document must hold for those who read it and for the tools that make clients of it: each operation is
 * described, stands under a tag that is declared, has a name of its own, and its examples fit. One line for each finding.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Check } from 'typebox/schema';
import { root, say, whenRun } from './process.mjs';

const file = 'contract/openapi.json';
const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];

const operationsOf = ({ paths }) =>
  Object.entries(paths).flatMap(([path, item]) =>
    methods
      .filter((method) => method in item)
      .map((method) => ({ name: `${method.toUpperCase()} ${path}`, operation: item[method] })),
  );

const words = (text) => text?.trim().replace(/\.$/, '').toLowerCase() ?? '';

function undescribed({ operation: { summary, description } }) {
  if (words(summary) === '') return ['has no summary'];
  if (words(description) === '') return ['has no description'];
  return words(description) === words(summary) ? ['has its summary as its description'] : [];
}

function untagged({ operation: { tags = [] } }, document) {
  const declared = new Set((document.tags ?? []).map(({ name }) => name));
  const strange = tags.filter((tag) => !declared.has(tag)).map((tag) => `has a tag that is not declared (${tag})`);
  return tags.length === 0 ? ['has no tag'] : strange;
}

function nameless({ operation: { operationId } }, document) {
  if (operationId === undefined) return ['has no operationId'];
  const same = operationsOf(document).filter(({ operation }) => operation.operationId === operationId);
  return same.length > 1 ? [`shares its operationId (${operationId})`] : [];
}

/** Whatever has a schema may have examples beside it: parameters, bodies, answers, headers. */
function misfits(part, document, place = []) {
  if (part === null || typeof part !== 'object') return [];
  const below = Object.entries(part)
    .filter(([key]) => !['schema', 'example', 'examples'].includes(key))
    .flatMap(([key, value]) => misfits(value, document, [...place, key]));
  if (part.schema === undefined) return below;
  const examples = [
    ...('example' in part ? [part.example] : []),
    ...Object.values(part.examples ?? {}).map((one) => one.value),
  ];
  // References begin at the root of the document, so the schema is put where its components are.
  const schema = { ...part.schema, components: document.components };
  const wrong = examples.filter((example) => !Check(schema, example));
  return [
    ...below,
    ...wrong.map(() => `has an example that does not fit its schema (${part.name ?? place.join('.')})`),
  ];
}

const checks = [undescribed, untagged, nameless, ({ operation }, document) => misfits(operation, document)];

await whenRun(import.meta.url, () => {
  const document = JSON.parse(readFileSync(join(root, file), 'utf8'));
  const operations = operationsOf(document);
  // A gate that looked at nothing must not pass.
  const findings =
    operations.length === 0
      ? ['has no operations']
      : operations.flatMap((one) =>
          checks.flatMap((check) => check(one, document)).map((finding) => `${one.name} ${finding}`),
        );
  for (const finding of findings) say(`${file}: ${finding}`);
  if (findings.length > 0) process.exitCode = 1;
});
