import { Card } from '@mantine/core';
import type { ReactNode } from 'react';
import { Brand } from '../../app/brand.tsx';
import { LanguageChoice, ThemeChoice } from '../../app/choices.tsx';
import { Pair, Text } from '../../ui/box.tsx';
import { useTitle } from '../../ui/page.tsx';
import classes from './auth-layout.module.css';

interface AuthLayoutProps {
  title: string;
  text: string;
  children: ReactNode;
  below?: ReactNode;
}

/** The page before the panel: one card, and the choices that one may need before signing in. */
export function AuthLayout({ title, text, children, below }: AuthLayoutProps) {
  useTitle(title);
  return (
    <main className={classes.door}>
      <div className={classes.column}>
        <div className={classes.brand}>
          <Brand large />
        </div>
        <Card className={classes.card} withBorder padding="xl" radius="lg">
          <h1 className={classes.title}>{title}</h1>
          <Text as="p" tone="muted" mt="2xs" mb="xl">
            {text}
          </Text>
          {children}
        </Card>
        {below}
        <Pair className={classes.halves} align="center" gap="sm">
          <LanguageChoice />
          <ThemeChoice />
        </Pair>
      </div>
    </main>
  );
}
