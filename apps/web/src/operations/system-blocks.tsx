import { sendTestMail, sendTestPush, type System, type SystemFinding, testBackup, type TestPush } from '@mbari/contract/operations/system';
import { date } from '@mbari/words/format';
import * as words from '@mbari/words/system';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { call } from '~/platform/lib/call.ts';
import { deviceName } from '~/platform/lib/device-name.ts';
import { formatBytes } from '~/platform/lib/format-bytes.ts';
import { systemKey } from '~/platform/lib/query-keys.ts';
import { useAction } from '~/platform/lib/use-action.ts';
import { useLazyDialog } from '~/platform/lib/use-lazy-dialog.ts';
import { Button } from '~/platform/ui/button.tsx';
import { happened } from '~/platform/ui/happened-time.tsx';
import { checkWords } from './check-words.ts';
import { RetryButton } from './system-needs.tsx';
import { Block, Line, Lines, Technical } from './system-parts.tsx';

/** Body of a block whose part the server could not read in time. */
const NoAnswer = () => <p className="system-note">{words.noAnswer}</p>;
const Nothing = ({ children }: { children: ReactNode }) => <p className="system-note">{children}</p>;

interface ChecksBlockProps {
  version: System['version'];
  findings: readonly SystemFinding[];
  isChecking: boolean;
  onCheck: () => void;
}

export function ChecksBlock({ version, findings, isChecking, onCheck }: ChecksBlockProps) {
  return (
    <Block
      title={<bdi dir="ltr">{words.version({ version: version.product })}</bdi>}
      action={
        <Button kind="quiet" busy={isChecking && words.checking} onClick={onCheck}>
          {words.checkAgain}
        </Button>
      }
    >
      <Lines
        lines={[
          <Line key="up" title={words.upSince({ time: dateAndTime(version.started_at) })} />,
          ...(version.update ? [<UpdateLine key="update" update={version.update} />] : []),
          ...findings
            .toSorted((a, b) => Number(a.state === 'ok') - Number(b.state === 'ok'))
            .map(({ check, state, text }) => (
              <Line key={`${check} ${text}`} state={state} title={checkWords[check]}>
                {text !== '' && <Technical>{text}</Technical>}
              </Line>
            )),
        ]}
      />
    </Block>
  );
}

function UpdateLine({ update }: { update: NonNullable<System['version']['update']> }) {
  const { version, notes, is_security, checked_at, failure } = update;
  const checked = checked_at === null ? undefined : happened(checked_at);
  return (
    <>
      {failure !== null && (
        <Line state="warning" title={words.updateFailed} end={checked}>
          <Technical>{failure}</Technical>
        </Line>
      )}
      {version !== null && (
        <Line state={is_security ? 'failed' : 'warning'} title={words.updateReady({ version })} end={checked}>
          {is_security && <p>{words.securityUpdate}</p>}
          {notes !== null && (
            <a href={notes} className="word" target="_blank" rel="noreferrer">
              {words.whatsNew}
            </a>
          )}
        </Line>
      )}
      {version === null && failure === null && <Line state="ok" title={words.upToDate} end={checked} />}
    </>
  );
}

const dateAndTime = (iso: string): string => date(new Date(iso), { dateStyle: 'long', timeStyle: 'short' });

export function BackupsBlock({ backups }: Pick<System, 'backups'>) {
  const start = useLazyDialog(async () => (await import('./start-backup-dialog.tsx')).StartBackupDialog);
  const known = backups === 'off' ? null : backups;
  const client = useQueryClient();
  const test = useAction(
    () => call(testBackup).finally(() => client.invalidateQueries({ queryKey: systemKey })),
    words.failedAction,
    words.testStarted,
  );
  return (
    <Block
      title={words.backups}
      action={
        backups !== 'off' && (
          <>
            {known?.succeeded_at && (
              <Button kind="quiet" busy={(test.busy || known.test_restore.is_running) && words.testing} onClick={() => void test.run()}>
                {words.testRestore}
              </Button>
            )}
            <Button busy={known?.is_running && words.backingUp} onClick={start.open}>
              {words.backUpNow}
            </Button>
          </>
        )
      }
    >
      {backups === null ? <NoAnswer /> : backups === 'off' ? <Nothing>{words.backupsOff}</Nothing> : <BackupLines backups={backups} />}
      {start.Dialog && <start.Dialog onClose={start.close} />}
    </Block>
  );
}

function BackupLines({ backups }: { backups: Exclude<System['backups'], null | 'off'> }) {
  const { hour, succeeded_at, file, size_bytes, seconds, missing_files, failure, test_restore: test } = backups;
  return (
    <ul>
      {failure && (
        <Line state="failed" title={words.backupFailed} end={happened(failure.at)}>
          <Technical>{failure.reason}</Technical>
        </Line>
      )}
      {succeeded_at === null ? (
        !failure && <Line title={words.noBackup({ hour })} />
      ) : (
        <Line
          state={missing_files ? 'warning' : 'ok'}
          title={`${happened(succeeded_at)} · ${formatBytes(size_bytes ?? 0)}`}
          end={seconds !== null && words.seconds({ count: seconds })}
        >
          {file !== null && <Technical>{file}</Technical>}
          {missing_files ? <p>{words.missingFiles({ count: missing_files })}</p> : null}
        </Line>
      )}
      {test.failure && (
        <Line state="failed" title={words.restoreFailed} end={happened(test.failure.at)}>
          <Technical>{test.failure.reason}</Technical>
        </Line>
      )}
      {test.succeeded_at !== null ? (
        <Line
          state={test.is_overdue ? 'failed' : 'ok'}
          title={`${words.restored} · ${happened(test.succeeded_at)}`}
          end={test.seconds !== null && words.seconds({ count: test.seconds })}
        />
      ) : (
        succeeded_at !== null && !test.failure && <Line title={words.notTested} {...(test.is_overdue && { state: 'failed' })} />
      )}
    </ul>
  );
}

export function StorageBlock({ storage }: Pick<System, 'storage'>) {
  return (
    <Block title={words.storage} id="storage">
      {storage === null ? <NoAnswer /> : <StorageLines storage={storage} />}
    </Block>
  );
}

function StorageLines({ storage: { photos_bytes, database_bytes, disk } }: { storage: NonNullable<System['storage']> }) {
  const share = (bytes: number): string => `${disk ? (100 * bytes) / disk.total : 0}%`;
  return (
    <>
      {disk && (
        <div className="system-bar" aria-hidden="true">
          <span style={{ inlineSize: share(photos_bytes ?? 0) }} />
          <span style={{ inlineSize: share(database_bytes) }} />
        </div>
      )}
      <ul>
        <Line title={words.photos} end={photos_bytes === null ? words.notCounted : formatBytes(photos_bytes)} />
        <Line title={words.database} end={formatBytes(database_bytes)} />
        <Line
          title={words.free}
          end={disk ? words.freeOf({ free: formatBytes(disk.free), total: formatBytes(disk.total) }) : words.unknown}
        />
      </ul>
    </>
  );
}

export function MailBlock({ mails }: Pick<System, 'mails'>) {
  const [outcome, setOutcome] = useState<{ is_sent: boolean; to: string; answer: string }>();
  const test = useAction(async () => setOutcome((await call(sendTestMail)).data), words.failedAction);
  return (
    <Block
      title={words.mail}
      action={
        <Button kind="quiet" busy={test.busy && words.sending} onClick={() => void test.run()}>
          {words.sendTestMail}
        </Button>
      }
    >
      <div role="status">
        {outcome && (
          <ul>
            <Line
              state={outcome.is_sent ? 'ok' : 'failed'}
              title={(outcome.is_sent ? words.testMailSent : words.testMailFailed)({ to: outcome.to })}
            >
              <Technical>{outcome.answer}</Technical>
            </Line>
          </ul>
        )}
      </div>
      {mails === null ? (
        <NoAnswer />
      ) : (
        <Lines
          lines={[
            ...(mails.has_server ? [] : [<Line key="outbox" title={words.outboxOnly} />]),
            <Line key="sent" state="ok" title={words.sent({ count: mails.sent })} />,
            ...mails.failed.map(({ kind, to, reason, tries, given_up, failed_at }) => (
              <Line
                key={`${kind} ${to} ${failed_at}`}
                state="failed"
                title={<Technical>{`${kind} → ${to}`}</Technical>}
                end={happened(failed_at)}
              >
                <Technical>{reason}</Technical> · {given_up ? words.givenUp : words.tries({ count: tries })}
              </Line>
            )),
          ]}
        />
      )}
    </Block>
  );
}

export function JobsBlock({ jobs }: Pick<System, 'jobs'>) {
  return (
    <Block title={words.jobs}>
      {jobs === null ? (
        <NoAnswer />
      ) : jobs.length === 0 ? (
        <Nothing>{words.noJobs}</Nothing>
      ) : (
        <Lines
          lines={jobs.map(({ task, failed, retrying, waiting, running, last_error }) => {
            const counts = [
              failed > 0 && words.jobsFailed({ count: failed }),
              retrying > 0 && words.jobsRetrying({ count: retrying }),
              waiting > 0 && words.jobsWaiting({ count: waiting }),
              running > 0 && words.jobsRunning({ count: running }),
            ];
            return (
              <Line
                key={task}
                state={failed > 0 ? 'failed' : retrying > 0 ? 'warning' : 'ok'}
                title={<Technical>{task}</Technical>}
                end={failed + retrying > 0 && <RetryButton task={task} />}
              >
                <p>{counts.filter(Boolean).join(' · ')}</p>
                {last_error !== null && failed + retrying > 0 && <Technical>{last_error}</Technical>}
              </Line>
            );
          })}
        />
      )}
    </Block>
  );
}

export function ErrorsBlock({ errors }: Pick<System, 'errors'>) {
  return (
    <Block title={words.errors}>
      {errors === null ? (
        <NoAnswer />
      ) : errors.length === 0 ? (
        <Nothing>{words.noErrors}</Nothing>
      ) : (
        <Lines
          lines={errors.map(({ place, name, code, count, last_at }) => (
            <Line key={`${place} ${name} ${code}`} state="failed" title={<Technical>{place}</Technical>} end={words.times({ count })}>
              <Technical>{code === '' ? name : `${name} ${code}`}</Technical> · {happened(last_at)}
            </Line>
          ))}
        />
      )}
    </Block>
  );
}

export function PushBlock() {
  const [outcomes, setOutcomes] = useState<readonly TestPush[]>();
  const test = useAction(async () => setOutcomes((await call(sendTestPush)).data), words.failedAction);
  return (
    <Block
      title={words.push}
      action={
        <Button kind="quiet" busy={test.busy && words.sending} onClick={() => void test.run()}>
          {words.sendTestPush}
        </Button>
      }
    >
      <Nothing>{words.pushHint}</Nothing>
      <div role="status">
        {outcomes?.length === 0 && <Nothing>{words.noDevices}</Nothing>}
        <ul>
          {outcomes?.map(({ is_sent, answer, ...device }, at) => (
            <Line key={at} state={is_sent ? 'ok' : 'failed'} title={deviceName(device)} end={is_sent && words.accepted}>
              {!is_sent && <Technical>{answer}</Technical>}
            </Line>
          ))}
        </ul>
      </div>
    </Block>
  );
}

export function DatabaseBlock({ database }: Pick<System, 'database'>) {
  return (
    <Block title={words.database}>
      {database === null ? (
        <NoAnswer />
      ) : (
        <>
          <ul>
            <Line
              state={database.latency < slowMs ? 'ok' : 'warning'}
              title={words.latency}
              end={words.ms({ ms: roundMs(database.latency) })}
            />
          </ul>
          <h3 className="mt-s3 font-semibold">{words.slowest}</h3>
          {database.slowest === null || database.slowest.length === 0 ? (
            <Nothing>{database.slowest === null ? words.noStatistics : words.noQueries}</Nothing>
          ) : (
            <Lines
              lines={database.slowest.map(({ query, calls, mean_ms }) => (
                <Line
                  key={query}
                  title={
                    <code className="block text-t13" dir="ltr" lang="en">
                      {query}
                    </code>
                  }
                  end={words.ms({ ms: roundMs(mean_ms) })}
                >
                  {words.calls({ count: calls })}
                </Line>
              ))}
            />
          )}
        </>
      )}
    </Block>
  );
}

/** Milliseconds from which the database is slow. */
const slowMs = 200;
const roundMs = (ms: number): number => Number(ms.toPrecision(2));

const limitWords: Readonly<Record<System['limits'][number]['limit'], string>> = {
  connections: words.connections,
  connections_of_address: words.connectionsOfAddress,
  event_streams: words.eventStreams,
  exports: words.exports,
  database_connections: words.databaseConnections,
};

/** Share of a limit from which it is shown as a warning. */
const nearLimit = 0.8;

export function LimitsBlock({ limits, refusals }: Pick<System, 'limits' | 'refusals'>) {
  return (
    <Block title={words.limits}>
      <Nothing>{words.thisNode}</Nothing>
      <ul>
        {limits.map(({ limit, used, most }) => (
          <Line
            key={limit}
            state={used < most * nearLimit ? 'ok' : 'warning'}
            title={limitWords[limit]}
            end={words.usedOf({ used, most })}
          />
        ))}
        {refusals.map(({ limit, refused }) => (
          <Line key={limit} title={<Technical>{limit}</Technical>} end={words.refused({ count: refused })} />
        ))}
      </ul>
    </Block>
  );
}
