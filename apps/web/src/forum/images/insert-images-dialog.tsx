import * as words from '@mbari/words/forum-images';
import { useState } from 'react';
import { Dialog } from '~/platform/ui/dialog.tsx';
import { Tabs } from '~/platform/ui/tabs.tsx';
import { OwnPhotos } from './own-photos.tsx';
import { UploadImages } from './upload-images.tsx';
import './insert-images.css';

export interface InsertImagesDialogProps {
  files: readonly File[];
  onInsert: (markdown: string) => void;
  onClose: () => void;
}

export function InsertImagesDialog({ files, onInsert, onClose }: InsertImagesDialogProps) {
  const [from, setFrom] = useState<'upload' | 'own'>('upload');
  return (
    <Dialog title={words.addImages} size="large" onClose={onClose}>
      <div className="insert-images">
        <Tabs
          label={words.whereFrom}
          tabs={[
            { name: 'upload', label: words.upload },
            { name: 'own', label: words.ownPhotos },
          ]}
          chosen={from}
          onChoose={setFrom}
          controls="insert-images-from"
        />
        <div id="insert-images-from" role="tabpanel" aria-label={from === 'upload' ? words.upload : words.ownPhotos}>
          {/* Stays mounted behind the other tab, so that chosen images and descriptions are not lost. */}
          <div hidden={from !== 'upload'}>
            <UploadImages files={files} onInsert={onInsert} onClose={onClose} />
          </div>
          {from === 'own' && <OwnPhotos onInsert={onInsert} />}
        </div>
      </div>
    </Dialog>
  );
}
