import type { Statements } from '../db/database.ts';

export interface SiteRow {
  version: number;
  name: string | null;
  tagline: string | null;
  accent: string | null;
  pricing_url: string | null;
  locales: string[] | null;
  default_locale: string | null;
  has_about: boolean;
  has_privacy: boolean;
  logo_image_id: string | null;
  logo_width: number | null;
  logo_height: number | null;
  logo_widths: number[] | null;
}

const columns = `s.version, s.name, s.tagline, s.accent, s.pricing_url, s.locales, s.default_locale, s.about is not null as has_about,
  s.privacy is not null as has_privacy, i.id as logo_image_id, i.width as logo_width, i.height as logo_height, i.widths as logo_widths`;

export const findSite = async (db: Statements): Promise<SiteRow> =>
  (await db.row<SiteRow & { [column: string]: unknown }>(
    `select ${columns} from site_settings s left join images i on i.id = s.logo_image_id and i.deleted_at is null`,
  ))!;

export interface SettingsRow extends SiteRow {
  about: string | null;
  privacy: string | null;
  changed_at: Date;
}

export const findSiteSettings = async (db: Statements): Promise<SettingsRow> =>
  (await db.row<SettingsRow & { [column: string]: unknown }>(
    `select ${columns}, s.about, s.privacy, s.changed_at
       from site_settings s left join images i on i.id = s.logo_image_id and i.deleted_at is null`,
  ))!;

export const findAbout = (db: Statements): Promise<{ html: string; changed_at: Date } | undefined> =>
  db.row('select about_html as html, changed_at from site_settings where about_html is not null');

export const findPrivacy = (db: Statements): Promise<{ html: string; changed_at: Date } | undefined> =>
  db.row('select privacy_html as html, changed_at from site_settings where privacy_html is not null');

/** Locks the settings, for whoever has seen this version of them; nothing where they were changed since. */
export const lockVersion = (tx: Statements, version: number): Promise<{ logo_image_id: string | null } | undefined> =>
  tx.row('select logo_image_id from site_settings where version = $1 for update', [version]);

export const lockSettings = async (tx: Statements): Promise<{ logo_image_id: string | null }> =>
  (await tx.row<{ logo_image_id: string | null }>('select logo_image_id from site_settings for update'))!;

/** By column, what is set or taken away; what is not there stays. */
export type SettingsChange = Partial<
  Record<
    'name' | 'tagline' | 'accent' | 'pricing_url' | 'default_locale' | 'about' | 'about_html' | 'privacy' | 'privacy_html',
    string | null
  > & {
    locales: readonly string[] | null;
  }
>;

export const setSettings = (tx: Statements, change: SettingsChange): Promise<number> =>
  tx.run(
    `update site_settings s
        set (name, tagline, accent, pricing_url, locales, default_locale, about, about_html, privacy, privacy_html) =
            (select c.name, c.tagline, c.accent, c.pricing_url, c.locales, c.default_locale, c.about, c.about_html, c.privacy, c.privacy_html
               from jsonb_populate_record(s, $1) c),
            version = s.version + 1, changed_at = now()`,
    [JSON.stringify(change)],
  );

export const setLogo = (tx: Statements, imageId: string | null): Promise<number> =>
  tx.run('update site_settings set logo_image_id = $1, version = version + 1, changed_at = now()', [imageId]);
