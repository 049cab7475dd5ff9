/** Where the service is found: by the world outside, and by itself. */
export interface ServiceUrls {
  /** The address that is handed out, without a slash at its end. */
  publicUrl(): string;
  /** Where this very process listens. */
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
