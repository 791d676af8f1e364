import { Tabs } from '~/ui/tabs.tsx';
import * as words from './words.ts';

interface TopicViewTabsProps {
  view: 'gallery' | undefined;
  onChoose: (view: 'gallery' | undefined) => void;
}

/** The posts of a topic, or its images. */
export function TopicViewTabs({ view, onChoose }: TopicViewTabsProps) {
  return (
    <Tabs
      label={words.viewOf}
      tabs={[
        { name: 'posts', label: words.posts },
        { name: 'gallery', label: words.gallery },
      ]}
      chosen={view ?? 'posts'}
      onChoose={(name) => onChoose(name === 'gallery' ? name : undefined)}
    />
  );
}
