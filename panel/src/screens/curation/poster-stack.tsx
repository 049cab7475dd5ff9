import { ownAddress } from '../../api/own-address.ts';
import { Picture } from '../../app/pictures.tsx';
import classes from './curation.module.css';

/** The first posters of a collection, one over the other. */
export function PosterStack({ urls }: { urls: readonly string[] }) {
  return (
    <span className={classes.stack} aria-hidden>
      {urls.length === 0 && <Picture src={undefined} shape="poster" />}
      {urls.slice(0, 3).map((url) => (
        <Picture key={url} src={ownAddress(url)} shape="poster" />
      ))}
    </span>
  );
}
