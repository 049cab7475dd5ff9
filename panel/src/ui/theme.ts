import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core';

const iris: MantineColorsTuple = [
  ...(['#f1f0fe', '#e2e0fc', '#c5c1f8', '#b3adf7', '#8a82ee'] as const),
  ...(['#756be8', '#5a4fdc', '#4b40c4', '#3e35a3', '#2f287c'] as const),
];
const gray: MantineColorsTuple = [
  ...(['#f7f7f9', '#f0f0f4', '#e8e8ed', '#d9d9e0', '#c4c5cf'] as const),
  ...(['#8e8f9d', '#5d5e6a', '#44454f', '#2c2d35', '#1a1a21'] as const),
];
const dark: MantineColorsTuple = [
  ...(['#ececf1', '#b9bac6', '#a2a3b0', '#7b7c8a', '#3a3b46'] as const),
  ...(['#2d2e38', '#1b1c24', '#111217', '#0e0f13', '#0a0b0e'] as const),
];
const red: MantineColorsTuple = [
  ...(['#fdebec', '#fbd5d7', '#f5a9ad', '#ee7b81', '#e4525a'] as const),
  ...(['#d33943', '#c22f3a', '#a92630', '#8d1f28', '#6f171e'] as const),
];

/** What a pointer can read, the keyboard and a finger can read too. */
const reachable = { hover: true, focus: true, touch: true };

type Five = readonly [string, string, string, string, string];

/** Mantine's five steps as tokens of ours. */
const scale = (kind: string, [xs, sm, md, lg, xl]: Five) => {
  const token = (name: string) => `var(--${kind}-${name})`;
  return { xs: token(xs), sm: token(sm), md: token(md), lg: token(lg), xl: token(xl) };
};

export const theme = createTheme({
  colors: { iris, gray, dark, red },
  primaryColor: 'iris',
  primaryShade: 6,
  fontFamily: "'Inter Variable', 'Inter Fallback', 'Noto Sans Arabic Variable', system-ui, sans-serif",
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
  fontSizes: scale('text', ['sm', 'md', 'md', 'xl', '2xl']),
  spacing: scale('space', ['sm', 'md', 'lg', 'xl', '3xl']),
  headings: { fontWeight: '600' },
  defaultRadius: 'md',
  radius: scale('radius', ['xs', 'sm', 'md', 'lg', 'xl']),
  focusRing: 'never',
  respectReducedMotion: true,
  cursorType: 'pointer',
  // By name rather than by `Button.extend`: that would put every component named here into the first load.
  components: {
    Button: {
      defaultProps: { size: 'sm' },
      vars: () => ({ root: { '--button-height': '32px', '--button-fz': '13px', '--button-padding-x': '12px' } }),
      styles: { root: { fontWeight: 500 } },
    },
    ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray', size: 'md' } },
    Input: { defaultProps: { size: 'sm' }, vars: () => ({ wrapper: { '--input-height': '34px' } }) },
    InputWrapper: { defaultProps: { size: 'sm' }, styles: { label: { marginBlockEnd: 4 } } },
    Select: { defaultProps: { checkIconPosition: 'right' } },
    Tooltip: { defaultProps: { openDelay: 200, multiline: true, maw: 320, events: reachable } },
    Menu: { defaultProps: { shadow: 'md', withinPortal: true, position: 'bottom-end' } },
    ModalOverlay: { defaultProps: { backgroundOpacity: 0.4 } },
    DrawerOverlay: { defaultProps: { backgroundOpacity: 0.3 } },
    Modal: {
      defaultProps: { centered: true, radius: 'lg', transitionProps: { transition: 'fade-up', duration: 120 } },
    },
    ModalRoot: { defaultProps: { radius: 'lg', transitionProps: { transition: 'fade-up', duration: 120 } } },
    DrawerRoot: { defaultProps: { transitionProps: { duration: 140 } } },
    Kbd: { styles: { root: { fontFamily: 'inherit', fontWeight: 500 } } },
  },
});

const dangerous = {
  '--mantine-color-error': 'var(--tone-danger)',
  '--mantine-color-red-light-color': 'var(--tone-danger)',
};

/** Mantine's own variables, led by our tokens so that both speak of the same colours. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {
    '--mantine-color-body': 'var(--bg)',
    '--mantine-color-text': 'var(--text)',
    '--mantine-color-dimmed': 'var(--text-muted)',
    '--mantine-color-placeholder': 'var(--text-muted)',
    '--mantine-color-anchor': 'var(--accent-text)',
    '--mantine-color-default-border': 'var(--line-strong)',
  },
  // Mantine has its own for each scheme, which would win; in the dark its red letters are almost white.
  light: dangerous,
  dark: {
    ...dangerous,
    '--mantine-color-default': 'var(--bg-raised)',
    '--mantine-color-default-hover': 'var(--bg-hover)',
  },
});
