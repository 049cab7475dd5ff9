// Runs before anything is shown: the page has the theme and the direction that were chosen, and the frame of its screen.
{
  const page = document.documentElement;
  const stored = (key) => {
    try {
      return localStorage.getItem(key);
    } catch {
      return null;
    }
  };
  const theme = stored('mantine-color-scheme-value');
  const isDark = theme === 'dark' || (theme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  page.dataset.mantineColorScheme = isDark ? 'dark' : 'light';
  page.dataset.frame = /^\/(?:sign-in|reset)$/.test(location.pathname) ? 'card' : 'shell';
  const chosen = /"language":"(\w+)"/.exec(stored('cliffhanger.preferences') ?? '')?.[1];
  const spoken = navigator.languages.map((tag) => tag.slice(0, 2)).find((tag) => /^(?:en|ar|id)$/.test(tag));
  if ((chosen ?? spoken) === 'ar') page.dir = 'rtl';
}
