import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Pair, Stack } from '../../ui/box.tsx';
import { FormField } from '../../ui/form/schema-form.tsx';
import type { SchemaForm } from '../../ui/form/use-schema-form.ts';
import { useWords } from '../../words/define.ts';
import { newCode } from './new-code.ts';
import { fieldsOfType, type PromoValues, typeIn } from './promo-form.ts';
import classes from './promos.module.css';
import { promoWords } from './words.ts';

interface PromoFieldsProps {
  form: SchemaForm<PromoValues>;
  isNew: boolean;
}

/** The fields that the chosen type asks for, and those of every promo. */
export function PromoFields({ form, isNew }: PromoFieldsProps) {
  const t = useWords(promoWords);
  return (
    <>
      <FormField form={form} name="type" />
      {isNew ? (
        <Stack className={classes.codeField} gap="sm">
          <FormField form={form} name="code" />
          <Button variant="default" onClick={() => form.set('code', newCode())}>
            {t('form.generate')}
          </Button>
        </Stack>
      ) : (
        <FormField form={form} name="code" />
      )}
      {fieldsOfType[typeIn(form.values)].map((name) => (
        <FormField key={name} form={form} name={name} />
      ))}
      <Pair>
        <FormField form={form} name="window.start" />
        <FormField form={form} name="window.end" />
      </Pair>
      <FormField form={form} name="segmentId" />
      <Link to="/segments" className={classes.segments}>
        {t('form.segments')}
      </Link>
    </>
  );
}
