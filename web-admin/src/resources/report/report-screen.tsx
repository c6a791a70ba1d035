import { modeName } from '@fasocolis/contracts/change-words';
import { writtenVolume, writtenWeight } from '@fasocolis/contracts/reading/measures';
import {
  REPORT_GROUPS,
  REPORT_UNITS,
  type ReportGroup,
  type ReportQuery,
  ReportQuerySchema,
  type ReportRow,
  ReportSchema,
  type ReportUnit,
} from '@fasocolis/contracts/report';
import { apiQuery } from '@fasocolis/web-kit/api-query';
import { monthName, shortDate } from '@fasocolis/web-kit/dates';
import { Alert, Box, Card, TextField, Typography } from '@mui/material';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ChangeEvent, type ReactNode, useState } from 'react';
import { ExportButton } from '../../components/export-button.tsx';
import { LoadFailure, Loading } from '../../components/list-state.tsx';
import { useNames } from '../../components/people-names.tsx';
import { PlainTable } from '../../components/plain-table.tsx';
import { Screen } from '../../components/screen.tsx';

/** This month and the five before. */
function firstChoice(): ReportQuery {
  const today = new Date();
  const start = new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - 5, 1));
  return { from: start.toISOString().slice(0, 10), to: today.toISOString().slice(0, 10), unit: 'month', group: 'none' };
}

export default function ReportScreen() {
  const [choice, setChoice] = useState(firstChoice);
  const isComplete = choice.from !== '' && choice.to !== '';
  const { error: invalid } = ReportQuerySchema.safeParse(choice);
  const { data, error, isPending, refetch } = useQuery({
    ...apiQuery(['report', choice], '/api/report', ReportSchema, { query: { ...choice } }),
    enabled: !invalid,
    placeholderData: keepPreviousData,
    retry: false,
  });
  const nameOf = useGroupNames(choice.group, data ?? []);

  return (
    <Screen
      title="Bilan"
      actions={
        !invalid && (
          <ExportButton
            address={`/api/report/export/excel?${new URLSearchParams({ ...choice })}`}
            fileName="bilan.xlsx"
            success="Le bilan a été exporté."
          />
        )
      }
    >
      <ReportFilters choice={choice} onChange={(change) => setChoice({ ...choice, ...change })} />
      {isComplete && invalid && (
        <Alert severity="warning" role="alert">
          {invalid.issues[0]?.message}
        </Alert>
      )}
      {!invalid && isPending && <Loading height={320} />}
      {error && <LoadFailure onRetry={refetch}>{error.message}</LoadFailure>}
      {data && !error && !invalid && <Figures rows={data} unit={choice.unit} group={choice.group} nameOf={nameOf} />}
    </Screen>
  );
}

function ReportFilters({
  choice,
  onChange,
}: {
  choice: ReportQuery;
  onChange: (change: Partial<ReportQuery>) => void;
}) {
  const fieldOf = (name: keyof ReportQuery) => ({
    value: choice[name],
    onChange: ({ target }: ChangeEvent<HTMLInputElement>) => onChange({ [name]: target.value } as Partial<ReportQuery>),
  });
  const day = { type: 'date', slotProps: { inputLabel: { shrink: true } } } as const;
  const select = { select: true, slotProps: { select: { native: true }, inputLabel: { shrink: true } } } as const;
  return (
    <Box role="search" aria-label="Période" sx={filterStyle}>
      <TextField id="report-from" label="Du" {...day} {...fieldOf('from')} />
      <TextField id="report-to" label="Au" {...day} {...fieldOf('to')} />
      <TextField id="report-unit" label="Par" {...select} {...fieldOf('unit')}>
        {REPORT_UNITS.map((unit) => (
          <option key={unit} value={unit}>
            {UNITS[unit]}
          </option>
        ))}
      </TextField>
      <TextField id="report-group" label="Et par" {...select} {...fieldOf('group')}>
        {REPORT_GROUPS.map((group) => (
          <option key={group} value={group}>
            {GROUPS[group]}
          </option>
        ))}
      </TextField>
    </Box>
  );
}

interface FiguresProps {
  rows: ReportRow[];
  unit: ReportUnit;
  group: ReportGroup;
  nameOf: (group: string) => string;
}

function Figures({ rows, unit, group, nameOf }: FiguresProps) {
  if (rows.length === 0) {
    return <Typography sx={{ color: 'text.secondary' }}>Rien ne s'est passé dans cette période.</Typography>;
  }
  const received = new Map<string, number>();
  for (const row of rows) received.set(row.period, (received.get(row.period) ?? 0) + row.received);
  const nameOfPeriod = unit === 'month' ? monthName : (monday: string) => `Semaine du ${shortDate(monday)}`;
  const bars = Array.from(received, ([period, value]) => ({ name: nameOfPeriod(period), value }));
  const columns = {
    Période: ({ period }: ReportRow) => nameOfPeriod(period),
    ...(group !== 'none' && { [GROUPS[group]]: (row: ReportRow) => nameOf(row.group) }),
    ...MEASURES,
  };
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 3 }}>
      <ReportChart bars={bars} />
      <Card sx={{ containerType: 'inline-size', overflow: 'auto' }}>
        <PlainTable
          label="Bilan"
          size="small"
          columns={columns}
          rows={rows}
          keyOf={({ period, group: groupOf }) => `${period} ${groupOf}`}
          cardsBelow={720}
          sx={numberStyle}
        />
      </Card>
    </Box>
  );
}

/** Returns the name of a group: of a mode, a town or an agent. */
function useGroupNames(group: ReportGroup, rows: ReportRow[]): (value: string) => string {
  const agents = group === 'agent' ? rows.map((row) => Number(row.group) || null) : [];
  const nameOf = useNames(agents, []);
  return (value) => {
    if (value === '') return group === 'agent' ? 'FasoColis' : 'Inconnu';
    if (group === 'mode') return modeName(value);
    return group === 'agent' ? nameOf(Number(value)) : value;
  };
}

/** A measure, and for how many parcels it is unknown: these are not zero. */
const known = (text: string, count: number, what: string) => (count > 0 ? `${text} (${count} sans ${what})` : text);

const MEASURES: Record<string, (row: ReportRow) => ReactNode> = {
  Reçus: ({ received }) => received,
  Expédiés: ({ shipped }) => shipped,
  Arrivés: ({ arrived }) => arrived,
  Remis: ({ handedOver }) => handedOver,
  'Poids reçu': ({ weightGrams, withoutWeight }) => known(writtenWeight(weightGrams), withoutWeight, 'poids'),
  'Volume reçu': ({ volumeCm3, withoutVolume }) => known(writtenVolume(volumeCm3), withoutVolume, 'volume'),
};

const UNITS: Record<ReportUnit, string> = { week: 'Semaine', month: 'Mois' };
const GROUPS: Record<ReportGroup, string> = { none: 'Ensemble', mode: 'Transport', town: 'Ville', agent: 'Agent' };

const filterStyle = {
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(150px, 1fr))',
  columnGap: 2,
  mb: 2,
} as const;

const numberStyle = { '& td': { fontVariantNumeric: 'tabular-nums' } } as const;

/** In pixels. */
const HIGHEST = 96;

function ReportChart({ bars }: { bars: readonly { name: string; value: number }[] }) {
  const most = Math.max(1, ...bars.map(({ value }) => value));
  return (
    <Box component="figure" sx={{ m: 0, overflow: 'auto' }}>
      <Box component="figcaption" id="report-chart" sx={{ mb: 0.5, fontWeight: 600 }}>
        Colis reçus
      </Box>
      <Box component="ol" className="plain-list" aria-labelledby="report-chart" sx={{ display: 'flex', gap: 0.5 }}>
        {bars.map(({ name, value }) => (
          <Box component="li" key={name} sx={itemStyle}>
            {value}
            <Box sx={{ height: (value / most) * HIGHEST, bgcolor: 'primary.main', borderRadius: '2px 2px 0 0' }} />
            <Box sx={{ color: 'text.secondary', lineHeight: 1.3, minHeight: '2.6em' }}>{name}</Box>
          </Box>
        ))}
      </Box>
    </Box>
  );
}

const itemStyle = {
  flex: '1 0 64px',
  maxWidth: 120,
  alignSelf: 'flex-end',
  fontSize: '0.75rem',
  textAlign: 'center',
};
