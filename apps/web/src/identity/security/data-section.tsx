import * as words from '@mbari/words/export';
import * as importWords from '@mbari/words/imports';
import * as uiWords from '@mbari/words/ui';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { formatBytes } from '~/platform/lib/format-bytes.ts';
import { isMetered } from '~/platform/lib/less-data.ts';
import { useSession } from '~/platform/lib/session.ts';
import { toast } from '~/platform/lib/toast.ts';
import { useSite } from '~/platform/site/use-site.ts';
import { Button, buttonClass } from '~/platform/ui/button.tsx';
import { Note } from '~/platform/ui/note.tsx';
import { Row, Section } from '~/platform/ui/section.tsx';
import { downloadExport, ExportRefused } from './download-export.ts';

export function DataSection() {
  const { download, cancel, bytes, refusal } = useExport();
  const mayImport = useSite()?.imports === 'on';
  const posts = useSession().user?.stats?.photos_count;
  return (
    <Section title={words.yourData}>
      <div>
        <Row
          title={words.download}
          action={
            bytes === null ? (
              <Button kind="quiet" onClick={() => void download()}>
                {words.startExport}
              </Button>
            ) : (
              <Button kind="quiet" onClick={cancel}>
                {uiWords.cancel}
              </Button>
            )
          }
        >
          {words.contents}
        </Row>
        {mayImport && (
          <Row
            title={importWords.title}
            action={
              <Link to="/imports" className={buttonClass({ kind: 'quiet' })}>
                {importWords.open}
              </Link>
            }
          >
            {importWords.sourcesHint}
          </Row>
        )}
      </div>
      {isMetered() && bytes === null && <Note>{posts === undefined ? words.onMobileData : words.onMobileDataWith({ posts })}</Note>}
      <p role="status" className="sr-only">
        {bytes !== null && words.onItsWay}
      </p>
      {bytes !== null && (
        <p className="text-t15 text-ink-quiet">{bytes === 0 ? words.preparing : words.soFar({ size: formatBytes(bytes) })}</p>
      )}
      {refusal && <Note kind="bad">{refusal}</Note>}
    </Section>
  );
}

function useExport() {
  const [bytes, setBytes] = useState<number | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const controllerRef = useRef<AbortController | null>(null);
  useEffect(() => () => controllerRef.current?.abort(), []);
  const download = async () => {
    const controller = new AbortController();
    controllerRef.current = controller;
    setRefusal(null);
    setBytes(0);
    try {
      await downloadExport({ signal: controller.signal, onBytes: setBytes });
      toast.success(words.saved);
    } catch (error) {
      if (controller.signal.aborted || (error instanceof DOMException && error.name === 'AbortError')) return;
      setRefusal(error instanceof ExportRefused ? error.message : words.interrupted);
    } finally {
      setBytes(null);
    }
  };
  return { download, cancel: () => controllerRef.current?.abort(), bytes, refusal };
}
