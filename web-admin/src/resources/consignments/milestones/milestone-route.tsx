import type { Consignment } from '@fasocolis/contracts/consignments';
import {
  type Milestone,
  type MilestoneDefinition,
  milestoneTitle,
  placeOfMilestone,
  type RecordMilestone,
  RecordMilestoneSchema,
} from '@fasocolis/contracts/milestones';
import { ApiError } from '@fasocolis/web-kit/api';
import { shortMoment } from '@fasocolis/web-kit/dates';
import { Box } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useCreate } from 'react-admin';
import { countQuery } from '../../../components/consignment-progress.ts';
import { LoadFailure, Loading } from '../../../components/list-state.tsx';
import { outcomeToasts } from '../../../components/outcome.ts';
import { CreateDialog } from '../../../components/record-dialogs.tsx';
import { Section } from '../../../components/screen.tsx';
import { MainButton, OutlinedButton, TextButton } from '../../../components/text-button.tsx';
import { usePause } from '../../../components/use-pause.ts';
import { useOwnTown } from '../../../providers/use-user.ts';
import { SkippedDialog, UnscannedDialog } from './milestone-dialogs.tsx';
import { recordForm, withdrawForm } from './milestone-form.tsx';
import { UnderWay } from './under-way.tsx';
import { routeOf, useMilestones } from './use-milestones.ts';

export function MilestoneRoute({ consignment }: { consignment: Consignment }) {
  const { milestones, definitions, underWay, isPending, error, refetch } = useMilestones(consignment);
  const [form, setForm] = useState<{ definitionId?: number }>();
  const [skippedOf, setSkippedOf] = useState<Milestone>();
  const [withdrawn, setWithdrawn] = useState<Milestone>();
  const towns = [consignment.departureCity, useOwnTown()];
  const { data: count } = useQuery(countQuery(consignment.id));
  const unscanned = count?.end === 'arrive' ? count.unscanned : 0;
  if (error) return <LoadFailure onRetry={refetch}>Les jalons n'ont pas pu être chargés. {error.message}</LoadFailure>;
  if (isPending) return <Loading height={160} />;

  const { passed, newest, ahead } = routeOf(definitions, milestones);
  const [next] = ahead;
  const isOpen = consignment.state !== 'closed';
  return (
    <Section title="Trajet">
      <Box component="ol" className="plain-list" aria-label="Jalons" sx={routeStyle}>
        {passed.map((milestone) => (
          <PassedStop key={milestone.id} milestone={milestone} onSkipped={() => setSkippedOf(milestone)}>
            {milestone === newest && milestone.state !== 'pending' && (
              <TextButton
                label="Reprendre ce jalon"
                size="small"
                color="error"
                onClick={() => setWithdrawn(milestone)}
              />
            )}
          </PassedStop>
        ))}
        {ahead.map(({ id, label }) => (
          <li key={id} className="ahead">
            {label}
          </li>
        ))}
      </Box>
      {underWay.map((milestone) => (
        <UnderWay key={milestone.id} milestone={milestone} onCancelled={() => void refetch()} />
      ))}
      {isOpen && (
        <Box sx={actionsStyle}>
          {next && underWay.length === 0 && (
            <NextButton
              consignment={consignment}
              next={next}
              place={placeOfMilestone(next, towns)}
              onRecorded={() => void refetch()}
              onDetails={() => setForm({ definitionId: next.id })}
            />
          )}
          <OutlinedButton
            label="Autre jalon, lieu ou heure"
            onClick={() => setForm(next ? { definitionId: next.id } : {})}
          />
        </Box>
      )}
      {form && (
        <CreateDialog
          {...recordForm({ definitions, towns, unscanned })}
          defaultValues={form}
          resource={`consignments/${consignment.id}/milestones`}
          onSaved={() => void refetch()}
          onClose={() => setForm(undefined)}
        />
      )}
      {withdrawn && (
        <CreateDialog
          {...withdrawForm(withdrawn)}
          resource={`milestones/${withdrawn.id}/withdraw`}
          onSaved={() => void refetch()}
          onClose={() => setWithdrawn(undefined)}
        />
      )}
      {skippedOf && <SkippedDialog milestone={skippedOf} onClose={() => setSkippedOf(undefined)} />}
    </Section>
  );
}

interface PassedStopProps {
  milestone: Milestone;
  onSkipped: () => void;
  children: ReactNode;
}

function PassedStop({ milestone, onSkipped, children }: PassedStopProps) {
  const { label, place, occurredAt, skipped, state } = milestone;
  return (
    <li data-state={state}>
      <b>{label}</b>
      <span>{place}</span>
      <time dateTime={occurredAt}>{shortMoment(occurredAt)}</time>
      {state === 'done' && skipped > 0 && (
        <TextButton
          label={skippedWords(skipped)}
          size="small"
          onClick={onSkipped}
          aria-label={`${label}\u00a0: ${skippedWords(skipped)}`}
        />
      )}
      {children}
    </li>
  );
}

const skippedWords = (count: number) => (count > 1 ? `${count} colis laissés tels quels` : '1 colis laissé tel quel');

interface NextButtonProps {
  consignment: Consignment;
  next: MilestoneDefinition;
  place: string | null;
  onRecorded: () => void;
  /** Called when the place has to be chosen first. */
  onDetails: () => void;
}

function NextButton({ consignment, next, place, onRecorded, onDetails }: NextButtonProps) {
  const [create, { isPending }] = useCreate();
  const { id, label } = next;
  const pause = usePause(id);
  /** What the server asks before it records the milestone. */
  const [prompt, setPrompt] = useState<string>();
  const { onError: showFailure } = outcomeToasts({});
  const record = (choice: Pick<RecordMilestone, 'unscanned'> = {}) => {
    setPrompt(undefined);
    return create(
      `consignments/${consignment.id}/milestones`,
      { data: RecordMilestoneSchema.parse({ definitionId: id, ...choice }) },
      {
        onSuccess: onRecorded,
        onError: (error) => {
          if (error instanceof ApiError && error.code === 'not-scanned') setPrompt(error.serverMessage);
          else showFailure(error);
        },
      },
    );
  };
  if (prompt !== undefined) {
    const choose = (unscanned: RecordMilestone['unscanned']) => void record({ unscanned });
    return <UnscannedDialog prompt={prompt} onChoose={choose} onClose={() => setPrompt(undefined)} />;
  }
  return (
    <MainButton
      {...pause}
      label={place ? milestoneTitle({ label, place }) : label}
      disabled={isPending}
      onClick={() => (place ? void record() : onDetails())}
    />
  );
}

const MARK = 14;

const routeStyle = {
  display: { xs: 'grid', md: 'flex' },
  mb: 2,
  flexWrap: 'wrap',
  '& li': {
    position: 'relative',
    display: 'grid',
    alignContent: 'start',
    justifyItems: 'start',
    flex: { md: '1 1 92px' },
    minWidth: 0,
    pb: 2,
    pr: { xs: 1, md: 0.25 },
    pl: { xs: 3.5, md: 0 },
    pt: { md: 3.5 },
    fontSize: { md: 'var(--fc-text-small)' },
    fontVariantNumeric: 'tabular-nums',
    overflowWrap: 'anywhere',
  },
  '& li > :not(b, button)': { color: 'text.secondary', fontSize: 'var(--fc-text-small)' },
  '& li .MuiButton-root': { px: 0.5, ml: -0.5, textAlign: 'left' },
  '& li.ahead': { color: 'text.secondary' },
  '& li::before': {
    content: '""',
    position: 'absolute',
    zIndex: 1,
    top: { xs: 5, md: 0 },
    left: 0,
    width: MARK,
    height: MARK,
    borderRadius: '50%',
    bgcolor: 'primary.main',
  },
  '& li.ahead::before': { bgcolor: 'background.paper', border: '2px solid var(--fc-control-line)' },
  '& li[data-state="pending"]::before, & li[data-state="running"]::before': { bgcolor: 'secondary.main' },
  '& li:not(:last-of-type)::after': {
    content: '""',
    position: 'absolute',
    bgcolor: 'var(--fc-line)',
    top: { xs: 5, md: MARK / 2 - 1 },
    left: { xs: MARK / 2 - 1, md: 0 },
    width: { xs: '2px', md: '100%' },
    height: { xs: '100%', md: '2px' },
  },
} as const;

const actionsStyle = {
  display: 'flex',
  flexDirection: { xs: 'column', sm: 'row' },
  gap: 1,
  '& .MuiButton-containedSecondary': { minHeight: 56, px: 3, fontSize: 'var(--fc-text-medium)' },
} as const;
