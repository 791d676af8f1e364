import { z } from 'zod';
import { confirmed } from '../identity/auth.ts';
import { namedDevice } from '../identity/sessions.ts';
import { endpoint } from '../platform/endpoint.ts';
import { dated, message } from '../platform/fields.ts';
import * as limits from '../platform/limits.ts';

/** Names of the checks that `mbari doctor` and the system page run. */
export const checks = [
  'node',
  'data_folder',
  'database',
  'clock',
  'pooler',
  'replicas',
  'signing_key',
  'images',
  'mail',
  'backups',
  'address',
  'certificate',
  'settings',
] as const;
export type Check = (typeof checks)[number];

const finding = z.object({
  check: z.enum(checks),
  /** `no_answer`: the check takes longer than three seconds. */
  state: z.enum(['ok', 'warning', 'failed', 'no_answer']),
  /** The finding, or the problem and its remedy, in English like the log. */
  text: z.string(),
});
export type SystemFinding = z.infer<typeof finding>;

/** Null if the server could not read the part within three seconds. */
const part = <T extends z.ZodType>(schema: T) => schema.nullable();

const count = z.number().int();

/** Result of reading the signed file at UPDATE_URL. */
const update = z
  .object({
    /** Null unless it is newer than the running version. */
    version: z.string().nullable(),
    notes: z.url().nullable(),
    is_security: z.boolean(),
    checked_at: dated.nullable(),
    failure: z.string().nullable(),
  })
  /** Without UPDATE_URL. */
  .nullable();

const backgroundRun = {
  is_running: z.boolean(),
  succeeded_at: dated.nullable(),
  file: z.string().nullable(),
  seconds: count.nullable(),
  /** Set if the last attempt failed. */
  failure: z.object({ at: dated, reason: z.string() }).nullable(),
};

const system = z.object({
  version: z.object({ product: z.string(), started_at: dated, update }),
  storage: part(
    z.object({
      /** At the last hourly count; null before the first. */
      photos_bytes: z.number().nullable(),
      database_bytes: z.number(),
      /** Null if the file system does not report it. */
      disk: z.object({ free: z.number(), total: z.number(), reserve: z.number() }).nullable(),
      /** Day on which the reserve is reached if photos grow as in the last 28 days. Null if that is more than 60 days away. */
      full_on: z.iso.date().nullable(),
    }),
  ),
  database: part(
    z.object({
      /** Milliseconds of a trivial statement. */
      latency: z.number(),
      /** Statements with the most time since the statistics were reset, without values. Null without pg_stat_statements. */
      slowest: z
        .array(z.object({ query: z.string(), calls: count, mean_ms: z.number(), total_ms: z.number() }))
        .max(10)
        .nullable(),
    }),
  ),
  jobs: part(
    z
      .array(
        z.object({
          task: z.string(),
          waiting: count,
          running: count,
          failed: count,
          /** Jobs that wait for another attempt. */
          retrying: count,
          oldest_at: dated.nullable(),
          /** Reason of the last failure, without quoted texts and addresses. */
          last_error: z.string().nullable(),
        }),
      )
      .max(100),
  ),
  mails: part(
    z.object({
      /** Without a mail server, mails are files in the outbox folder. */
      has_server: z.boolean(),
      /** Mails that were accepted in the last seven days. */
      sent: count,
      /** Mails that failed in the last seven days and were not sent since, newest first, at most twenty. */
      failed: z
        .array(
          z.object({
            kind: z.string(),
            /** Shortened address: `k…@example.org`. */
            to: z.string(),
            /** Answer of the mail server or network, with shortened addresses. */
            reason: z.string(),
            tries: count,
            given_up: z.boolean(),
            failed_at: dated,
          }),
        )
        .max(20),
    }),
  ),
  /** Unexpected errors of the last 24 hours on all nodes, most recent first, at most fifty. */
  errors: part(z.array(z.object({ place: z.string(), name: z.string(), code: z.string(), count, last_at: dated })).max(50)),
  backups: part(
    z
      .object({
        /** Hour of the nightly backup in UTC. */
        hour: count,
        ...backgroundRun,
        size_bytes: z.number().nullable(),
        missing_files: count.nullable(),
        test_restore: z.object({
          ...backgroundRun,
          /** None succeeded for nine days, though there are backups. */
          is_overdue: z.boolean(),
        }),
      })
      .or(z.literal('off')),
  ),
  /** Limits of the node that answered. */
  limits: z.array(
    z.object({
      limit: z.enum(['connections', 'connections_of_address', 'event_streams', 'exports', 'database_connections']),
      used: z.number(),
      most: z.number(),
    }),
  ),
  /** Rate limits of the node that refused requests since its start, most first. */
  refusals: z.array(z.object({ limit: z.string(), refused: count })).max(5),
});
export type System = z.infer<typeof system>;

export const readSystem = endpoint('readSystem', {
  method: 'GET',
  path: '/admin/system',
  access: 'admin',
  summary: 'Read the state of storage, database, jobs, mails, backups and limits. Parts that do not answer within three seconds are null.',
  shape: { answer: z.object({ data: system }) },
});

export const checkSystem = endpoint('checkSystem', {
  method: 'GET',
  path: '/admin/system/checks',
  access: 'admin',
  summary: 'Run the checks of `mbari doctor` on the node that answers.',
  shape: { answer: z.object({ data: z.array(finding).max(50), checked_at: dated }) },
});

export const retryJobs = endpoint('retryJobs', {
  method: 'POST',
  path: '/admin/system/jobs/retry',
  access: 'admin',
  takes: 'json',
  summary: 'Run the failed jobs of a task again, and now those that wait for another attempt.',
  refuses: ['not_found'],
  shape: { body: z.object({ task: z.string().max(60) }), answer: message },
});

export const startBackup = endpoint('startBackup', {
  method: 'POST',
  path: '/admin/system/backup',
  access: 'admin',
  takes: 'json',
  summary: 'Start a backup like the nightly one. Needs BACKUP_DIR or BACKUP_S3_*.',
  refuses: ['conflict', 'recent_sign_in_required', 'overloaded'],
  shape: { body: z.object(confirmed), answer: message },
});

export const testBackup = endpoint('testBackup', {
  method: 'POST',
  path: '/admin/system/backup/test',
  access: 'admin',
  summary: 'Restore the newest backup into a temporary database now, instead of once a week.',
  refuses: ['conflict'],
  shape: { answer: message },
});

export const checkUpdate = endpoint('checkUpdate', {
  method: 'POST',
  path: '/admin/system/check-update',
  access: 'admin',
  summary: 'Read the newest version from UPDATE_URL now, instead of once a day. Null without UPDATE_URL.',
  shape: { answer: z.object({ data: update }) },
});

export const sendTestMail = endpoint('sendTestMail', {
  method: 'POST',
  path: '/admin/system/test-mail',
  access: 'admin',
  summary: 'Send a test mail to the address of the reader, and return the answer of the mail server.',
  shape: { answer: z.object({ data: z.object({ is_sent: z.boolean(), to: z.string(), answer: z.string() }) }) },
});

const testPush = z.object({
  ...namedDevice,
  is_sent: z.boolean(),
  /** Answer of the push service; `gone` if the subscription no longer exists. */
  answer: z.string(),
});
export type TestPush = z.infer<typeof testPush>;

export const sendTestPush = endpoint('sendTestPush', {
  method: 'POST',
  path: '/admin/system/test-push',
  access: 'admin',
  summary: 'Push a test to each device of the reader, and return the answers of the push services.',
  shape: { answer: z.object({ data: z.array(testPush).max(limits.sessions) }) },
});
