import { entitlements } from '@mbari/contract/people/plans';
import * as limits from '@mbari/contract/platform/limits';
import type { Context } from '../platform/context.ts';
import { productVersion } from '../platform/program.ts';
import { logoOf } from '../platform/site.ts';
import { taglineOf } from '../platform/site/open-site.ts';
import { longestStatus, originOf } from './view-account.ts';

/** Apps compare the digits at the beginning with what they need. */
const version = `4.2.0 (compatible; Mbari ${productVersion})`;

const imageTypes = ['image/jpeg', 'image/png', 'image/webp', 'image/avif', 'image/gif'];

const configuration = {
  accounts: { max_featured_tags: 0, max_pinned_statuses: 0 },
  statuses: { max_characters: longestStatus, max_media_attachments: entitlements.premium.imagesPerPost, characters_reserved_per_url: 23 },
  media_attachments: {
    supported_mime_types: imageTypes,
    description_limit: limits.alt,
    image_size_limit: limits.imageBytes,
    image_matrix_limit: limits.imagePixels,
    video_size_limit: 0,
    video_frame_rate_limit: 0,
    video_matrix_limit: 0,
  },
  polls: { max_options: 0, max_characters_per_option: 0, min_expiration: 0, max_expiration: 0 },
};

/** Numbers of members and posts are not told, because the community may be closed to visitors. */
export async function viewInstance(context: Context): Promise<object> {
  const { site, origin, picture } = await read(context);
  return {
    domain: context.config.publicUrl.host,
    title: site.name,
    version,
    source_url: origin,
    description: taglineOf(site),
    usage: { users: { active_month: 0 } },
    thumbnail: { url: picture, blurhash: null, versions: {} },
    icon: [],
    languages: site.languages.offered,
    configuration: {
      ...configuration,
      urls: { streaming: '', status: null, about: `${origin}/about`, privacy_policy: `${origin}/privacy`, terms_of_service: null },
      vapid: { public_key: '' },
      translation: { enabled: false },
    },
    registrations: { enabled: false, approval_required: false, message: null, url: `${origin}/register` },
    api_versions: {},
    contact: { email: site.contact_email ?? '', account: null },
    rules: [],
  };
}

export async function viewInstanceOfVersion1(context: Context): Promise<object> {
  const { site, picture } = await read(context);
  return {
    uri: context.config.publicUrl.host,
    title: site.name,
    short_description: taglineOf(site),
    description: taglineOf(site),
    email: site.contact_email ?? '',
    version,
    urls: { streaming_api: '' },
    stats: { user_count: 0, status_count: 0, domain_count: 0 },
    thumbnail: picture,
    languages: site.languages.offered,
    registrations: false,
    approval_required: false,
    invites_enabled: false,
    configuration,
    contact_account: null,
    rules: [],
  };
}

async function read(context: Context): Promise<{ site: Awaited<ReturnType<Context['site']['read']>>; origin: string; picture: string }> {
  const site = await context.site.read();
  const origin = originOf(context);
  return { site, origin, picture: origin + (site.logo ? logoOf(site.logo).url : '/icon-512.png') };
}
