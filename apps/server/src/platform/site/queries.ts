import type { JoiningMode } from '@mbari/contract/identity/joining';
import { settingNames, type SitePageName, sitePageNames, type StoredSettings } from '@mbari/contract/platform/site-settings';
import type { Statements } from '../db/database.ts';
import type { Site } from '../site.ts';

interface StoredRow {
  version: number;
  logo: Site['logo'];
}

export type SiteRow = StoredRow & Omit<StoredSettings, SitePageName>;

export interface SettingsRow extends StoredRow, StoredSettings {
  changed_at: Date;
}

const columnList = (names: readonly string[], alias: string): string => names.map((name) => `${alias}.${name}`).join(', ');
const shortSettings = settingNames.filter((name) => !sitePageNames.some((page) => page === name));
const columns = `s.version,
  case when i.id is not null then jsonb_build_object('id', i.id, 'width', i.width, 'height', i.height, 'widths', i.widths) end as logo`;
const tables = 'site_settings s left join images i on i.id = s.logo_image_id and i.deleted_at is null';

/** Omits the pages' texts, because the site is read often. */
export const findSite = async (db: Statements): Promise<SiteRow> =>
  (await db.row<SiteRow & { [column: string]: unknown }>(`select ${columns}, ${columnList(shortSettings, 's')} from ${tables}`))!;

export const findSiteSettings = async (db: Statements): Promise<SettingsRow> =>
  (await db.row<SettingsRow & { [column: string]: unknown }>(
    `select ${columns}, ${columnList(settingNames, 's')}, s.changed_at from ${tables}`,
  ))!;

const pageHtml = `case $1 ${sitePageNames.map((name) => `when '${name}' then ${name}_html`).join(' ')} end`;

export const findPage = (db: Statements, page: string): Promise<{ html: string; changed_at: Date } | undefined> =>
  db.row(`select ${pageHtml} as html, changed_at from site_settings where ${pageHtml} is not null`, [page]);

export const lockVersion = (tx: Statements, version: number): Promise<{ logo_image_id: string | null } | undefined> =>
  tx.row('select logo_image_id from site_settings where version = $1 for update', [version]);

export const lockSettings = async (tx: Statements): Promise<{ logo_image_id: string | null }> =>
  (await tx.row<{ logo_image_id: string | null }>('select logo_image_id from site_settings for update'))!;

const storedColumns = [...settingNames, ...sitePageNames.map((name) => `${name}_html`)];

export const setSettings = (tx: Statements, change: Readonly<Record<string, unknown>>): Promise<number> =>
  tx.run(
    `update site_settings s
        set (${storedColumns.join(', ')}) = (select ${columnList(storedColumns, 'c')} from jsonb_populate_record(s, $1) c),
            version = s.version + 1, changed_at = now()`,
    [JSON.stringify(change)],
  );

export const setLogo = (tx: Statements, imageId: string | null): Promise<number> =>
  tx.run('update site_settings set logo_image_id = $1, version = version + 1, changed_at = now()', [imageId]);

export interface JoiningRow {
  mode: JoiningMode;
  /** Current mode: closed during a registration wave, by invitation while no organiser is active. */
  effective: JoiningMode;
  members_invite: boolean;
  block_aliases: boolean;
  question: string | null;
  /** Registrations per hour that close joining for an hour; 0 for never. */
  wave: number;
  closed_until: Date | null;
  version: number;
}

const seenWithinAWeek = `exists (select from members o join sessions s on s.member_id = o.id and s.used_at > now() - interval '7 days'
  where o.role <> 'member' and o.is_live)`;

export const isUnattended = `(j.attended_at < now() - interval '7 days' and not ${seenWithinAWeek})`;

export const joiningColumns = `j.mode, j.members_invite, j.block_aliases, j.question, j.wave, j.revision as version, case when j.closed_until > now() then j.closed_until end as closed_until,
  case when j.mode = 'closed' or j.closed_until > now() then 'closed'
       when j.mode in ('open', 'approval') and ${isUnattended} then 'invitation' else j.mode end as effective`;

export const findJoining = (db: Statements) => db.row<JoiningRow>(`select ${joiningColumns} from joining j`);
