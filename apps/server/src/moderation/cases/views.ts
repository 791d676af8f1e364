import type { ModerationAction } from '@mbari/contract/moderation/actions';
import type { ReportCase } from '@mbari/contract/moderation/cases';
import type { Author } from '@mbari/contract/people/members';
import * as limits from '@mbari/contract/platform/limits';
import type { Context } from '../../platform/context.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { viewAuthor } from '../../platform/member-views.ts';
import type { CaseRow, EvidenceImageRow, FirstEvidenceRow, ReasonRow, ReportRow } from './queries.ts';
import { viewEvidenceImage, viewImage } from './read-evidence.ts';
import type { PersonRow, SubjectRow } from './subject-queries.ts';

export interface CaseParts {
  reports: ReadonlyMap<string, readonly ReportRow[]>;
  reasons: ReadonlyMap<string, readonly ReasonRow[]>;
  subjects: ReadonlyMap<string, SubjectRow>;
  people: ReadonlyMap<string, PersonRow>;
  /** First snapshot of each case. */
  evidence: ReadonlyMap<string, FirstEvidenceRow>;
  images: ReadonlyMap<string, EvidenceImageRow>;
}

type Subject = NonNullable<ReportCase['subject']>;
type CurrentSubject = Omit<Subject, 'is_changed'>;
type Media = Pick<Context, 'secrets' | 'now'>;

export function viewCase(context: Media, viewer: Viewer, row: CaseRow, parts: CaseParts): ReportCase {
  const viewAuthorById = (id: string | null): Author | null => {
    const person = id === null ? undefined : parts.people.get(id);
    return person && !person.is_closed ? viewAuthor(person) : null;
  };
  const owner = row.owner_id === null ? undefined : parts.people.get(row.owner_id);
  const currentSubject = viewSubject(context, row, owner, parts);
  const subject = currentSubject && applySnapshot(context, currentSubject, row.id, parts);
  return {
    id: row.id,
    subject,
    is_urgent: row.is_urgent,
    reports_count: row.reports_count,
    reasons: (parts.reasons.get(row.id) ?? []).map(({ reason, rule, count }) => ({ reason, rule, count })),
    reports: (parts.reports.get(row.id) ?? []).map(({ reporter_id, reason, rule, note, is_automatic, created_at }) => ({
      reporter: viewAuthorById(reporter_id),
      is_automatic,
      reason,
      rule,
      note,
      created_at: created_at.toISOString(),
    })),
    assignee: viewAuthorById(row.assignee_id),
    resolution: viewResolution(row, viewAuthorById(row.actor_id)),
    viewer: viewPermissions(viewer, row, owner, subject),
  };
}

const ranks = { member: 0, moderator: 1, admin: 2 } as const;

export const maySuspend = (organiser: Pick<Viewer, 'role'>, role: Viewer['role']): boolean => ranks[organiser.role] > ranks[role];

function viewSubject(context: Media, row: CaseRow, owner: PersonRow | undefined, { subjects }: CaseParts): CurrentSubject | null {
  const author = owner && !owner.is_closed ? viewAuthor(owner) : null;
  const authorFields = { author, author_is_suspended: owner?.is_suspended ?? false };
  const id =
    row.photo_id ??
    row.comment_id ??
    row.forum_post_id ??
    row.series_id ??
    row.exhibition_id ??
    row.challenge_id ??
    row.feedback_id ??
    row.message_id;
  if (id === null) return owner && isAboutMember(row) ? { ...viewMember(owner), ...authorFields } : null;
  const subjectRow = subjects.get(id);
  if (!subjectRow) return null;
  const { image, created_at, is_opening, topic_id = null, ...rest } = subjectRow;
  return {
    type: typeOf(row, is_opening),
    topic_id,
    ...rest,
    image: image && viewImage(context, image, { isPublic: image.is_public, isOwner: true }),
    ...authorFields,
    created_at: created_at.toISOString(),
  };
}

function typeOf(row: CaseRow, isOpening = false): Subject['type'] {
  if (row.photo_id !== null) return 'photo';
  if (row.comment_id !== null) return 'comment';
  if (row.series_id !== null) return 'series';
  if (row.exhibition_id !== null) return 'exhibition';
  if (row.challenge_id !== null) return 'challenge';
  if (row.feedback_id !== null) return 'feedback';
  if (row.message_id !== null) return 'message';
  return isOpening ? 'topic' : 'forum_post';
}

/** Shows the snapshot instead of the current content if the subject was edited or is gone. */
function applySnapshot(context: Media, subject: CurrentSubject, caseId: string, { evidence, images }: CaseParts): Subject {
  const snapshot = evidence.get(caseId);
  if (!snapshot || subject.type === 'message' || (!snapshot.is_changed && subject.state === 'there'))
    return { ...subject, is_changed: false };
  const { type, title, body, warning = null, images: snapshotImages } = snapshot.content;
  const [firstImage] = snapshotImages;
  return {
    ...subject,
    is_changed: snapshot.is_changed,
    excerpt: body === null ? null : [...body].slice(0, limits.reportExcerpt).join(''),
    warning: subject.warning ?? warning,
    ...(type !== 'comment' && { title, image: firstImage ? viewEvidenceImage(context, firstImage, images, true) : null }),
  };
}

/**
 * Returns whether a case without a content id is about the member. A removal without a content id concerns erased content: the log lost the
 * id.
 */
const isAboutMember = ({ action }: CaseRow): boolean => action === null || action === 'dismiss_reports' || action in sanctions;

const sanctions: Partial<Record<ModerationAction, 'warned' | 'silenced' | 'suspended'>> = {
  warn_member: 'warned',
  silence_member: 'silenced',
  suspend_member: 'suspended',
};

const viewMember = (owner: PersonRow): Omit<CurrentSubject, 'author' | 'author_is_suspended'> => ({
  type: 'user',
  topic_id: null,
  id: owner.author_id,
  state: owner.is_closed ? 'deleted' : 'there',
  address: owner.is_closed || owner.is_suspended ? null : `/user/${owner.author_username}`,
  title: null,
  excerpt: null,
  image: null,
  warning: null,
  created_at: owner.created_at.toISOString(),
});

function viewResolution({ action, reason, rule, resolved_at }: CaseRow, by: Author | null): ReportCase['resolution'] {
  if (action === null || resolved_at === null) return null;
  const outcome = contentOutcomes[action] ?? sanctions[action] ?? 'removed';
  return { outcome, reason, rule, by, created_at: resolved_at.toISOString() };
}

const contentOutcomes: Partial<Record<ModerationAction, 'dismissed' | 'marked'>> = { dismiss_reports: 'dismissed', mark_photo: 'marked' };

/** State of content that can be restored, by the act that removed the content. */
const restorableStates: Partial<Record<ModerationAction, Subject['state']>> = {
  remove_photo: 'removed',
  remove_comment: 'removed',
  remove_series: 'removed',
  remove_exhibition: 'removed',
  remove_feedback: 'removed',
  delete_post: 'deleted',
  delete_topic: 'deleted',
};

function viewPermissions(viewer: Viewer, row: CaseRow, owner: PersonRow | undefined, subject: Subject | null): ReportCase['viewer'] {
  const isOpen = row.action === null;
  const isLowerRanked = owner !== undefined && !owner.is_closed && owner.author_id !== viewer.id && maySuspend(viewer, owner.role);
  const restorableState = row.action === null ? undefined : restorableStates[row.action];
  return {
    // Admins edit or delete a challenge on its page.
    may_remove: isOpen && subject !== null && subject.type !== 'user' && subject.type !== 'challenge' && subject.state === 'there',
    may_sanction: isOpen && isLowerRanked && !owner.is_suspended,
    may_suspend: isOpen && isLowerRanked && !owner.is_suspended,
    may_restore: restorableState !== undefined && subject?.state === restorableState,
    may_end_silence: row.action === 'silence_member' && isLowerRanked && owner.is_silenced,
    has_taken: row.assignee_id === viewer.id,
    may_end_suspension: row.action === 'suspend_member' && isLowerRanked && owner.is_suspended,
  };
}
