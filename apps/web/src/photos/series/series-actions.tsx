import { reportSeries } from '@mbari/words/reports';
import * as words from '@mbari/words/series';
import { Ellipsis, Flag, ImagePlus, Link2, Pencil, Share2, Trash2 } from 'lucide-react';
import { canShare, shareLink } from '~/photos/posts/share-post.ts';
import { copyLink } from '~/platform/lib/copy-text.ts';
import { useLazyDialog } from '~/platform/lib/use-lazy-dialog.ts';
import { Button } from '~/platform/ui/button.tsx';
import { Menu } from '~/platform/ui/menu.tsx';
import type { SeriesWithPhotos } from './series-queries.ts';

const icon = { size: 18, strokeWidth: 1.6, 'aria-hidden': true } as const;

/** Share, and the menu: edit, add and delete for the author, report for others. */
export function SeriesActions({ content, onAdd }: { content: SeriesWithPhotos; onAdd: () => void }) {
  const { series } = content.meta;
  const { may_edit: mayEdit } = series.viewer;
  const edit = useLazyDialog(async () => (await import('./edit-series.tsx')).EditSeries);
  const remove = useLazyDialog(async () => (await import('./delete-series.tsx')).DeleteSeries);
  const report = useLazyDialog(async () => (await import('~/platform/ui/report-dialog.tsx')).ReportDialog);
  const reported = { type: 'series', id: series.id } as const;
  const url = `${location.origin}/series/${series.id}`;
  const copy = () => void copyLink(url);
  const share = () =>
    canShare()
      ? void shareLink({ title: series.title, text: words.shared({ title: series.title, author: series.user.name }), url })
      : copy();
  return (
    <>
      <Button kind="text" onClick={share}>
        <Share2 {...icon} />
        {words.share}
      </Button>
      <Menu
        label={words.more}
        icon={<Ellipsis {...icon} />}
        items={[
          ...(mayEdit
            ? [
                { label: words.edit, icon: <Pencil {...icon} />, onChoose: edit.open },
                { label: words.addPhotos, icon: <ImagePlus {...icon} />, onChoose: onAdd },
              ]
            : []),
          { label: words.copyLink, icon: <Link2 {...icon} />, onChoose: copy },
          ...(mayEdit
            ? [{ label: words.deleteAction, icon: <Trash2 {...icon} />, onChoose: remove.open, danger: true }]
            : [{ label: reportSeries, icon: <Flag {...icon} />, onChoose: report.open }]),
        ]}
      />
      {edit.Dialog && <edit.Dialog content={content} onClose={edit.close} />}
      {remove.Dialog && <remove.Dialog series={series} onClose={remove.close} />}
      {report.Dialog && <report.Dialog subject={reported} onClose={report.close} />}
    </>
  );
}
