interface Page<Item> {
  readonly items: readonly Item[];
  readonly nextCursor: string | null;
}

/** All items of a list, page after page: for what is shown as a whole, such as a grid or a calendar. */
export async function everyPage<Item>(read: (query: { limit: number; cursor?: string }) => Promise<Page<Item>>) {
  const items: Item[] = [];
  let page = await read({ limit: 200 });
  items.push(...page.items);
  while (page.nextCursor !== null) {
    page = await read({ limit: 200, cursor: page.nextCursor });
    items.push(...page.items);
  }
  return items;
}
