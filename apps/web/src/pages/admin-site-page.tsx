import * as words from '@mbari/words/admin';
import { useQuery } from '@tanstack/react-query';
import { AdminFrame } from '~/features/admin/admin-frame.tsx';
import { LogoField } from '~/features/site-settings/logo-field.tsx';
import { SiteForm } from '~/features/site-settings/site-form.tsx';
import { siteSettings } from '~/features/site-settings/site-settings-query.ts';
import { FetchFailed } from '~/ui/fetch-failed.tsx';
import { Spinner } from '~/ui/spinner.tsx';

/** How the community presents itself. */
export function AdminSitePage() {
  return <AdminFrame title={words.site}>{() => <Settings />}</AdminFrame>;
}

function Settings() {
  const { data, isError, isFetching, refetch } = useQuery(siteSettings);
  if (data)
    return (
      <div className="admin-narrow">
        <p className="text-ink-quiet">{words.siteLead}</p>
        <SiteForm settings={data} />
        <LogoField logo={data.logo} />
      </div>
    );
  return isError ? (
    <FetchFailed message={words.siteFailed} busy={isFetching} onRetry={() => void refetch()} />
  ) : (
    <div className="py-s6 text-center">
      <Spinner size={28} />
    </div>
  );
}
