import * as limits from '@mbari/contract/platform/limits';
import * as sentences from '@mbari/words/sentences';
import { useEffect, useRef, useState } from 'react';
import { toast } from '~/platform/lib/toast.ts';
import { checkFiles } from '~/platform/media/check-files.ts';
import { withTrueTypes } from '~/platform/media/kind-of-file.ts';

interface AddImagesOptions {
  allowed: number;
  busy: boolean;
  files: readonly File[];
  chosen: { images: readonly unknown[]; add: (files: readonly File[]) => void };
  /** Receives the reasons why files were refused; empty if none were. */
  onErrors: (errors: readonly string[]) => void;
}

export function useAddImages({ allowed, busy, files, chosen, onErrors }: AddImagesOptions) {
  const [atLimit, setAtLimit] = useState(false);
  const sayFull = () => {
    setAtLimit(true);
    const full = allowed < limits.imagesPaid ? sentences.upgradeForImages : sentences.tooManyImages;
    toast.error(full, { id: full });
  };
  /** Returns true if a file was added. */
  const add = async (picked: readonly File[], room = allowed - chosen.images.length) => {
    const { taken, wrong, over } = checkFiles(await withTrueTypes(picked), room, Number.POSITIVE_INFINITY);
    onErrors(wrong);
    setAtLimit(over);
    if (over) sayFull();
    chosen.add(taken);
    return taken.length > 0;
  };
  useOpenedFiles(files, async (opened) => void (busy || (await add(opened))));
  return { add, atLimit, sayFull };
}

/** Adds the files with which the composer was opened. */
function useOpenedFiles(files: readonly File[], add: (files: readonly File[]) => Promise<unknown>): void {
  const added = useRef<readonly File[]>(null);
  useEffect(() => {
    if (added.current === files) return;
    added.current = files;
    if (files.length > 0) void add(files);
  });
}
