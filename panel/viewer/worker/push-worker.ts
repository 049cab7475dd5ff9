/** The service worker of the viewer: shows pushes, and opens what they link to. */

declare const self: ServiceWorkerGlobalScope;

const textIn = (value: unknown, name: string): string => {
  const text: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
  return typeof text === 'string' ? text : '';
};

/** The place in the viewer, after the `#`. An episode is opened on the page of its series. */
function placeOf(content: unknown): string {
  const [, page, subject] = textIn(content, 'link').split('/');
  const series = textIn(content, 'series');
  if (page === 'store') return '#/store';
  if (page === 'series') return `#/series/${subject}`;
  return page === 'episodes' && series ? `#/series/${series}/${subject}` : '#/';
}

async function show(content: unknown): Promise<void> {
  const dir = textIn(content, 'dir') === 'rtl' ? 'rtl' : 'ltr';
  const picture = textIn(content, 'picture');
  const shown = { body: textIn(content, 'body'), lang: textIn(content, 'lang'), tag: textIn(content, 'tag') };
  const data = { message: textIn(content, 'message'), place: placeOf(content) };
  const options = { ...shown, dir, data, icon: '/mark.svg', ...(picture && { image: picture }) } as const;
  await self.registration.showNotification(textIn(content, 'title'), options);
}

async function open(data: unknown): Promise<void> {
  const [message, place] = [textIn(data, 'message'), textIn(data, 'place')];
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const viewer = windows.find(({ url }) => /^\/viewer\/?$/.test(new URL(url).pathname));
  if (viewer) {
    viewer.postMessage({ push: message, place });
    await viewer.focus();
  } else await self.clients.openWindow(`/viewer?push=${encodeURIComponent(message)}${place}`);
}

self.addEventListener('push', (event) => {
  const content: unknown = event.data?.json();
  event.waitUntil(show(content));
});

self.addEventListener('notificationclick', (event) => {
  const { notification } = event;
  notification.close();
  const data: unknown = notification.data;
  event.waitUntil(open(data));
});

export {};
