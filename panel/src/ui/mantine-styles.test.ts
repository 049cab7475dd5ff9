import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';

const source = join(import.meta.dirname, '..');
const styles = join(dirname(createRequire(import.meta.filename).resolve('@mantine/core/styles.css')), 'styles');

it('less motion holds against the classes of the panel', () => {
  const [, rules = ''] = readFileSync(join(import.meta.dirname, 'elements.css'), 'utf8').split(
    'prefers-reduced-motion',
  );
  expect(rules).toContain('animation: none !important;');
  expect(rules).toContain('transition: none !important;');
});

it('every component that a screen uses brings its styles', () => {
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.tsx'));
  const texts = files.map((name) => readFileSync(join(source, name), 'utf8'));
  const imports = texts.flatMap((text) => [...text.matchAll(/import \{([^}]*)\} from '@mantine\/core'/g)]);
  const used = new Set(imports.flatMap(([, names = '']) => names.split(',').map((name) => name.trim())));
  const lists = ['mantine-styles.ts', 'mantine-shell-styles.ts'];
  const listed = lists.map((name) => readFileSync(join(import.meta.dirname, name), 'utf8')).join('\n');
  const missing = [...used].filter(
    (name) => existsSync(join(styles, `${name}.css`)) && !listed.includes(`/${name}.layer.css`),
  );
  expect(used.size).toBeGreaterThan(10);
  expect(missing).toEqual([]);
});
