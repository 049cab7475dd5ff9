import { act, screen } from '@testing-library/react';
import { Suspense } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { renderUi } from '../../test/render.tsx';
import { lazyComponent } from '../ui/lazy-component.tsx';
import { defineWords, setLanguage, useLanguage, useWords } from './define.ts';

type File = () => Promise<{ default: { title: string } }>;

const file = (title: string) => vi.fn<File>(async () => ({ default: { title } }));

/** A file that comes when it is told to. */
function slowFile(title: string) {
  let arrive = () => {};
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  const load = async () => {
    await arrived;
    return { default: { title } };
  };
  return { load, arrive };
}

function partSaying(words: ReturnType<typeof defineWords<{ title: string }>>) {
  return function Part() {
    const t = useWords(words);
    return (
      <label>
        {t('title')}
        <input />
      </label>
    );
  };
}

afterEach(async () => void (await act(() => setLanguage('en'))));

describe('the words of a part', () => {
  it('are loaded in the language in use, and in no other', async () => {
    const [ar, id] = [file('مرحبا'), file('Halo')];
    const Part = partSaying(defineWords('one', { title: 'Hello' }, { ar, id }));
    await renderUi(<Part />);
    screen.getByText('Hello');
    expect(ar).not.toHaveBeenCalled();
    await act(() => setLanguage('id'));
    screen.getByText('Halo');
    expect(ar).not.toHaveBeenCalled();
    expect(id).toHaveBeenCalledTimes(1);
  });

  it('are there before the part is: neither English nor keys are shown first', async () => {
    await setLanguage('ar');
    const slow = slowFile('مرحبا');
    const Part = lazyComponent(async () =>
      partSaying(defineWords('two', { title: 'Hello' }, { ar: slow.load, id: slow.load })),
    );
    await renderUi(
      <Suspense fallback="on its way">
        <Part />
      </Suspense>,
    );
    await act(() => new Promise((resolve) => setTimeout(resolve, 20)));
    screen.getByText('on its way');
    await act(async () => slow.arrive());
    await screen.findByText('مرحبا');
  });

  it('change with the language, and what was typed stays', async () => {
    const Part = partSaying(defineWords('three', { title: 'Hello' }, { ar: file('مرحبا'), id: file('Halo') }));
    const { user } = await renderUi(<Part />);
    const field = screen.getByLabelText<HTMLInputElement>('Hello');
    await user.type(field, 'half a sentence');
    await act(() => setLanguage('ar'));
    expect(screen.getByLabelText('مرحبا')).toBe(field);
    expect(field.value).toBe('half a sentence');
  });

  it('that cannot be had are shown in English, and asked for again with the next part', async () => {
    const ar = file('مرحبا').mockRejectedValueOnce(new TypeError('Failed to fetch'));
    const Part = partSaying(defineWords('four', { title: 'Hello' }, { ar, id: ar }));
    await renderUi(<Part />);
    await act(() => setLanguage('ar'));
    screen.getByText('Hello');
    const Next = lazyComponent(async () => Part);
    await renderUi(
      <Suspense>
        <Next />
      </Suspense>,
    );
    await screen.findByText('مرحبا');
  });
});

it('the language that was chosen last is shown, whichever arrives first', async () => {
  const slow = slowFile('مرحبا');
  defineWords('five', { title: 'Hello' }, { ar: slow.load, id: file('Halo') });
  function Shown() {
    return <p>{useLanguage()}</p>;
  }
  await renderUi(<Shown />);
  const first = setLanguage('ar');
  await act(() => setLanguage('id'));
  await act(async () => {
    slow.arrive();
    await first;
  });
  screen.getByText('id');
});

describe.each([
  ['en', 'Suspend', 'Layla', 'Suspend Layla'],
  ['en', 'Suspend', 'ليلى', 'Suspend \u2068ليلى\u2069'],
  ['en', 'Suspend', '\u202eLayla', 'Suspend \u2068\u202eLayla\u2069'],
  ['id', 'Tangguhkan', 'ليلى', 'Tangguhkan \u2068ليلى\u2069'],
  ['ar', 'إيقاف', 'Layla', 'إيقاف \u2068Layla\u2069'],
  ['ar', 'إيقاف', 'ليلى', 'إيقاف \u2068ليلى\u2069'],
] as const)('a sentence in %s that says %s to %s', (language, verb, name, sentence) => {
  it('is not turned round by the name', async () => {
    const title = `${verb} {{name}}`;
    const words = defineWords(`six ${language} ${name}`, { title }, { ar: file(title), id: file(title) });
    function Sentence() {
      return <p>{useWords(words)('title', { name })}</p>;
    }
    await setLanguage(language);
    await renderUi(<Sentence />);
    expect(screen.getByRole('paragraph').textContent).toBe(sentence);
  });
});
