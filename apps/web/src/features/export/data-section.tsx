import { useEffect, useRef, useState } from 'react';
import { isMetered } from '~/lib/is-metered.ts';
import { useSession } from '~/lib/session.ts';
import { sizeOf } from '~/lib/size-of.ts';
import { toast } from '~/lib/toast.ts';
import { Button } from '~/ui/button.tsx';
import { Note } from '~/ui/note.tsx';
import { Row, Section } from '~/ui/section.tsx';
import { downloadExport, ExportRefused } from './download-export.ts';

/** The member's data as one archive. */
export function DataSection() {
  const { download, cancel, bytes, refused } = useExport();
  const posts = useSession().user?.stats?.photos_count;
  return (
    <Section title="Your data">
      <div>
        <Row
          title="Download all that is yours"
          action={
            bytes === null ? (
              <Button kind="quiet" onClick={() => void download()}>
                Export
              </Button>
            ) : (
              <Button kind="quiet" onClick={cancel}>
                Cancel
              </Button>
            )
          }
        >
          A ZIP with your account, posts, comments and connections as JSON, and the largest stored form of each of your photos.
        </Row>
      </div>
      {isMetered() && bytes === null && (
        <Note>
          You seem to be on mobile data. The archive holds the photos of {countOf(posts)} and may be large: wait for Wi-Fi if you can.
        </Note>
      )}
      <p role="status" className="sr-only">
        {bytes !== null && 'Your archive is on its way'}
      </p>
      {bytes !== null && (
        <p className="text-t15 text-ink-quiet">
          {bytes === 0 ? 'Preparing your archive...' : `${sizeOf(bytes)} so far. Keep this page open.`}
        </p>
      )}
      {refused && <Note kind="bad">{refused}</Note>}
    </Section>
  );
}

const countOf = (posts: number | undefined): string =>
  posts === undefined ? 'all your posts' : posts === 1 ? 'one post' : `${posts} posts`;

function useExport() {
  const [bytes, setBytes] = useState<number | null>(null);
  const [refused, setRefused] = useState<string | null>(null);
  const underWay = useRef<AbortController | null>(null);
  useEffect(() => () => underWay.current?.abort(), []);
  const download = async () => {
    const controller = new AbortController();
    underWay.current = controller;
    setRefused(null);
    setBytes(0);
    try {
      await downloadExport({ signal: controller.signal, onBytes: setBytes });
      toast.success('Your export is saved');
    } catch (error) {
      if (controller.signal.aborted || (error instanceof DOMException && error.name === 'AbortError')) return;
      setRefused(error instanceof ExportRefused ? error.message : 'The line dropped before all was here. Please try again.');
    } finally {
      setBytes(null);
    }
  };
  return { download, cancel: () => underWay.current?.abort(), bytes, refused };
}
