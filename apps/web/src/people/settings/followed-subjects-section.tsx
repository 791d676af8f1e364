'use no memo';

import * as words from '@mbari/words/followed-subjects';
import { loading } from '@mbari/words/ui';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { categoryName } from '~/photos/category-name.ts';
import { followedSubjects, FollowSubjectButton } from '~/photos/follow-subject.tsx';
import { FetchFailed } from '~/platform/ui/fetch-failed.tsx';
import { Row, Section } from '~/platform/ui/section.tsx';
import { SettingSwitch } from './setting-switch.tsx';
import type { SettingsForm } from './use-settings-form.ts';

/** The switch is saved with the other settings; the buttons act at once. */
export function FollowedSubjectsSection({ form }: { form: SettingsForm }) {
  return (
    <Section title={words.title} id="followed-subjects">
      <SettingSwitch form={form} setting="tags_in_following" label={words.include} hint={words.includeHint} />
      <FollowedSubjects />
    </Section>
  );
}

function FollowedSubjects() {
  const { data, isError, isFetching, refetch } = useQuery(followedSubjects);
  if (data === undefined)
    return isError ? (
      <FetchFailed message={words.listFailed} busy={isFetching} onRetry={() => void refetch()} />
    ) : (
      <p className="grid py-s4 text-ink-quiet">
        <span className="[grid-area:1/1]">{loading}</span>
        {/* Reserves the height. */}
        <span className="invisible [grid-area:1/1]">{words.none}</span>
      </p>
    );
  const { tags, categories } = data;
  if (tags.length + categories.length === 0) return <p className="py-s4 text-ink-quiet">{words.none}</p>;
  return (
    <>
      {tags.map((subject) => (
        <Row
          key={subject.tag}
          title={
            <Link to="/tag/$tag" params={{ tag: subject.tag }} className="link" dir="auto">
              #{subject.tag}
            </Link>
          }
          action={<FollowSubjectButton subject={subject} />}
        />
      ))}
      {categories.map((subject) => (
        <Row
          key={subject.id}
          title={
            <Link to="/discover" search={{ category: subject.slug }} className="link" dir="auto">
              {categoryName(subject.name)}
            </Link>
          }
          action={<FollowSubjectButton subject={subject} />}
        />
      ))}
    </>
  );
}
