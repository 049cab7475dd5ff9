/** The public and the local URL of the service. */
export interface ServiceUrls {
  /** Without a slash at the end. */
  publicUrl(): string;
  /** Where this process listens. */
  ownUrl(): string;
  listensAt(address: string): void;
}

const wildcard = /\/\/(?:0\.0\.0\.0|\[::\])(?=:|$)/;

export function createServiceUrls(publicUrl?: string): ServiceUrls {
  let own = 'http://127.0.0.1:4000';
  return {
    publicUrl: () => publicUrl ?? own,
    ownUrl: () => own,
    listensAt(address) {
      own = address.replace(wildcard, '//127.0.0.1');
    },
  };
}
