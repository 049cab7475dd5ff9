import { type DragEvent, type ReactNode, useRef, useState } from 'react';
import { useWords } from '../words/define.ts';
import { Alert } from './alert.tsx';
import { Text } from './box.tsx';
import classes from './drop-zone.module.css';
import { useFormat } from './format.ts';
import { type Icon, IconCloudUpload } from './icons.ts';
import { uiWords } from './words.ts';

interface DropZoneProps {
  label: string;
  hint?: ReactNode;
  icon?: Icon;
  /** The kinds of files that fit; others are refused. */
  accept: string;
  multiple?: boolean;
  /** Why nothing can be dropped now; undefined where it can. */
  blocked?: string | undefined;
  onFiles: (files: File[]) => void;
}

/** Whether a file is of a kind in the list, which is written as for a file chooser: `image/*,video/mp4,.mov`. */
export function isAccepted({ name, type }: Pick<File, 'name' | 'type'>, accept: string): boolean {
  return accept.split(',').some((raw) => {
    const kind = raw.trim().toLowerCase();
    if (kind.startsWith('.')) return name.toLowerCase().endsWith(kind);
    return kind.endsWith('/*') ? type.startsWith(kind.slice(0, -1)) : type === kind;
  });
}

/** A place to drop files on, which is a button for those who choose them. */
export function DropZone(props: DropZoneProps) {
  const { label, hint, icon: ZoneIcon = IconCloudUpload, accept, multiple = false, blocked, onFiles } = props;
  const t = useWords(uiWords);
  const format = useFormat();
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const [refused, setRefused] = useState<readonly File[]>([]);
  // Choosers offer what fits and let one choose anything; what is dropped was never offered.
  const addFiles = (files: FileList | null | undefined) => {
    if (blocked !== undefined) return;
    const list = [...(files ?? [])];
    const fitting = list.filter((file) => isAccepted(file, accept));
    setRefused(list.filter((file) => !fitting.includes(file)));
    if (fitting.length > 0) onFiles(multiple ? fitting : fitting.slice(0, 1));
  };
  const onDrag = (event: DragEvent, over: boolean) => {
    event.preventDefault();
    setOver(over && blocked === undefined);
  };
  return (
    <>
      <button
        type="button"
        className={classes.zone}
        data-over={isOver || undefined}
        aria-disabled={blocked !== undefined}
        onClick={() => blocked === undefined && input.current?.click()}
        onDragOver={(event) => onDrag(event, true)}
        onDragLeave={(event) => onDrag(event, false)}
        onDrop={(event) => {
          onDrag(event, false);
          addFiles(event.dataTransfer.files);
        }}
      >
        <ZoneIcon size={20} stroke={1.5} aria-hidden />
        <span className={classes.label}>{label}</span>
        {(blocked ?? hint) && <Text size="sm">{blocked ?? hint}</Text>}
      </button>
      <input
        ref={input}
        type="file"
        hidden
        accept={accept}
        multiple={multiple}
        aria-label={label}
        onChange={({ currentTarget }) => {
          addFiles(currentTarget.files);
          // The same file may be chosen once more.
          currentTarget.value = '';
        }}
      />
      {refused.length > 0 && (
        <Alert tone="danger" role="alert">
          {t('wrongFiles', { names: format.list(refused.map(({ name }) => name)) })}
        </Alert>
      )}
    </>
  );
}
