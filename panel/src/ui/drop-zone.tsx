import { type DragEvent, type ReactNode, useRef, useState } from 'react';
import classes from './drop-zone.module.css';
import { type Icon, IconCloudUpload } from './icons.ts';

interface DropZoneProps {
  label: string;
  hint?: ReactNode;
  icon?: Icon;
  /** What the file chooser offers. */
  accept: string;
  multiple?: boolean;
  /** Why nothing can be dropped now; undefined where it can. */
  blocked?: string | undefined;
  onFiles: (files: File[]) => void;
}

/** A place to drop files on, which is a button for those who choose them. */
export function DropZone(props: DropZoneProps) {
  const { label, hint, icon: ZoneIcon = IconCloudUpload, accept, multiple = false, blocked, onFiles } = props;
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const take = (files: FileList | null | undefined) => {
    const list = [...(files ?? [])];
    if (list.length > 0 && blocked === undefined) onFiles(multiple ? list : list.slice(0, 1));
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
          take(event.dataTransfer.files);
        }}
      >
        <ZoneIcon size={20} stroke={1.5} aria-hidden />
        <span className={classes.label}>{label}</span>
        {(blocked ?? hint) && <span className={classes.hint}>{blocked ?? hint}</span>}
      </button>
      <input
        ref={input}
        type="file"
        hidden
        accept={accept}
        multiple={multiple}
        aria-label={label}
        onChange={({ currentTarget }) => {
          take(currentTarget.files);
          // The same file may be chosen once more.
          currentTarget.value = '';
        }}
      />
    </>
  );
}
