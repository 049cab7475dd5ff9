import { createContext, type ReactNode } from 'react';
import classes from './description-list.module.css';

/** Whether a component is rendered inside a description list. */
export const FactContext = createContext(false);

/** Names and values of one thing. */
export function DescriptionList({ facts }: { facts: readonly (readonly [string, ReactNode])[] }) {
  return (
    <dl>
      {facts.map(([name, value]) => (
        <div key={name} className={classes.fact}>
          <dt>{name}</dt>
          <dd>
            <FactContext value>{value}</FactContext>
          </dd>
        </div>
      ))}
    </dl>
  );
}
