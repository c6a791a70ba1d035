import type { Consignment } from '@fasocolis/contracts/consignments';
import { writtenFrancs } from '@fasocolis/contracts/money/francs';
import type { StaffOrder } from '@fasocolis/contracts/orders';
import { spacedPhone } from '@fasocolis/contracts/reading/dialling-code';
import type { User } from '@fasocolis/contracts/user';
import { Alert, Box, Dialog, InputBase, Typography } from '@mui/material';
import Search from 'lucide-react/icons/search';
import { type KeyboardEvent, useEffect, useId, useState } from 'react';
import { type RaRecord, useGetList } from 'react-admin';
import { Link, useNavigate } from 'react-router-dom';
import { useLookAlike } from '../../components/look-alike.ts';
import { OutlinedButton } from '../../components/text-button.tsx';
import { useIsAgent } from '../../providers/use-user.ts';
import { markedText } from './marked-text.ts';

/** How long typing pauses before it is searched, in milliseconds. */
const PAUSE_MS = 120;

/** Among the results, by key. */
const STEPS: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 };

const focusInput = (input: HTMLInputElement | null) => input?.focus();

interface SearchDialogProps {
  /** What was typed before it opened. */
  typed: string;
  onClose: () => void;
}

export default function SearchDialog({ typed, onClose }: SearchDialogProps) {
  const navigate = useNavigate();
  const listId = useId();
  const [text, setText] = useState(typed);
  const sought = usePaused(text.trim());
  const { groups, isSearch, isPending, hasFailed } = useResults(sought);
  const hits = groups.flatMap((group) => group.hits);
  const [position, setPosition] = useState(0);
  const active = Math.min(position, hits.length - 1);
  const suggestion = useLookAlike(sought, isSearch && !isPending && hits.length === 0);
  const idOf = (hit: Hit | undefined) => hit && `${listId}-${hit.to}`;

  const open = ({ to }: Hit) => {
    onClose();
    void navigate(to);
  };
  const press = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    const hit = hits[active];
    if (step !== undefined && hits.length > 0) setPosition((active + step + hits.length) % hits.length);
    else if (event.key === 'Enter' && hit && sought === text.trim()) open(hit);
    else return;
    event.preventDefault();
  };

  return (
    <Dialog
      open
      fullWidth
      maxWidth="sm"
      onClose={onClose}
      sx={dialogStyle}
      slotProps={{ paper: { 'aria-label': 'Rechercher' } }}
    >
      <InputBase
        inputRef={focusInput}
        value={text}
        placeholder="Numéro, nom, téléphone, expédition…"
        startAdornment={<Search aria-hidden size={20} />}
        onChange={({ target }) => {
          setText(target.value);
          setPosition(0);
        }}
        onKeyDown={press}
        sx={{
          gap: 1.5,
          px: 2,
          minHeight: 56,
          borderBottom: '1px solid var(--fc-line)',
          '& input': { textOverflow: 'ellipsis' },
        }}
        slotProps={{
          input: {
            role: 'combobox',
            'aria-label': 'Rechercher',
            'aria-autocomplete': 'list',
            'aria-expanded': hits.length > 0,
            'aria-controls': listId,
            'aria-activedescendant': idOf(hits[active]),
            inputMode: 'search',
            enterKeyHint: 'go',
            maxLength: 200,
          },
        }}
      />
      <Typography role="status" className={isSearch && !isPending && hits.length === 0 ? 'nothing' : 'fc-sr-only'}>
        {isSearch && wordsFor(hits.length, isPending)}
      </Typography>
      {suggestion && (
        <OutlinedButton
          label={`Vouliez-vous dire ${suggestion}\u00a0?`}
          sx={{ mx: 2, mb: 2 }}
          onClick={({ currentTarget }) => {
            setText(suggestion);
            focusInput(currentTarget.closest('[role="dialog"]')?.querySelector('input') ?? null);
          }}
        />
      )}
      {hasFailed && <Alert severity="error">Une partie de la recherche n'a pas abouti. Réessayez.</Alert>}
      <Box role="listbox" id={listId} aria-label="Résultats" sx={{ overflowY: 'auto', pb: hits.length > 0 ? 1 : 0 }}>
        {groups.map(({ name, hits: found }) => (
          <Box key={name} role="group" aria-label={name}>
            <Typography aria-hidden variant="body2" sx={{ px: 2, pt: 1, fontWeight: 600, color: 'text.secondary' }}>
              {name}
            </Typography>
            {found.map((hit) => (
              <Box
                key={hit.to}
                id={idOf(hit)}
                component={Link}
                to={hit.to}
                role="option"
                aria-selected={hit === hits[active]}
                tabIndex={-1}
                ref={hit === hits[active] ? showElement : undefined}
                onClick={onClose}
              >
                <Marked text={hit.title} sought={sought} />
                {hit.details && (
                  <small>
                    <Marked text={hit.details} sought={sought} />
                  </small>
                )}
              </Box>
            ))}
          </Box>
        ))}
      </Box>
    </Dialog>
  );
}

const showElement = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'nearest' });

function wordsFor(count: number, isPending: boolean): string {
  if (isPending) return 'Recherche en cours';
  if (count === 0) return 'Aucun résultat pour cette recherche.';
  return count === 1 ? '1 résultat' : `${count} résultats`;
}

function Marked({ text, sought }: { text: string; sought: string }) {
  return (
    <span>
      {markedText(text, sought).map((part) => (part.isFound ? <mark key={part.from}>{part.text}</mark> : part.text))}
    </span>
  );
}

/** The newest value that did not change for a moment. */
function usePaused(value: string): string {
  const [paused, setPaused] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(value), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return paused;
}

const dialogStyle = {
  '& .MuiDialog-container': { alignItems: 'flex-start' },
  '& .nothing': { p: 2, color: 'text.secondary' },
  '& [role="option"]': {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'baseline',
    columnGap: 1.5,
    minHeight: 44,
    px: 2,
    py: 1,
    color: 'text.primary',
    textDecoration: 'none',
    overflowWrap: 'anywhere',
    '& > span': { fontWeight: 600 },
    '& small': { fontSize: 'var(--fc-text-small)', color: 'text.secondary' },
    '&:hover': { bgcolor: 'background.default' },
    '&[aria-selected="true"]': { bgcolor: 'var(--fc-green-surface)', boxShadow: 'inset 4px 0 var(--fc-brand)' },
  },
  '& mark': { bgcolor: 'transparent', color: 'primary.main', fontWeight: 700, textDecoration: 'underline' },
} as const;

const PER_GROUP = 5;
/** Shorter texts name everything. */
const LEAST = 2;

interface Hit {
  to: string;
  title: string;
  details: string;
}

interface Group {
  name: string;
  hits: Hit[];
}

/** What a text names: by the searches of the lists, the newest of each first. */
function useResults(text: string) {
  const isAgent = useIsAgent();
  const isSearch = text.length >= LEAST;
  const orders = useFound<StaffOrder>('orders', { q: text }, isSearch);
  const archived = useFound<StaffOrder>('orders', { q: text, archived: true }, isSearch);
  const consignments = useFound<Consignment>('consignments', { q: text }, isSearch);
  // Agents read orders, not accounts.
  const users = useFound<User>('users', { q: text }, isSearch && !isAgent);

  const all = isAgent ? [orders, archived, consignments] : [orders, archived, consignments, users];
  const groups: Group[] = [
    { name: 'Commandes', hits: [...orders.rows.map(orderHit), ...allOrders(text, orders.total)] },
    { name: 'Commandes archivées', hits: archived.rows.map(orderHit) },
    { name: 'Expéditions', hits: consignments.rows.map(consignmentHit) },
    { name: 'Utilisateurs', hits: users.rows.map(userHit) },
  ];
  return {
    isSearch,
    isPending: isSearch && all.some((each) => each.isPending),
    hasFailed: all.some((each) => each.error !== null),
    groups: groups.filter(({ hits }) => hits.length > 0),
  };
}

function useFound<Row extends RaRecord>(resource: string, filter: object, enabled: boolean) {
  const { data, total, isPending, error } = useGetList<Row>(
    resource,
    { filter, pagination: { page: 1, perPage: PER_GROUP }, sort: { field: 'createdAt', order: 'DESC' } },
    { enabled },
  );
  return { rows: (enabled && data) || [], total: total ?? 0, isPending, error };
}

function orderHit({ id, reference, statusLabel, recipientName, recipientPhone, due, paid }: StaffOrder): Hit {
  const phone = recipientPhone && spacedPhone(recipientPhone);
  const rest = due > paid ? `reste ${writtenFrancs(due - paid)}` : null;
  return { to: `/orders/${id}`, title: reference, details: joined(statusLabel, recipientName, phone, rest) };
}

function allOrders(text: string, total: number): Hit[] {
  if (total <= PER_GROUP) return [];
  const query = new URLSearchParams({ filter: JSON.stringify({ q: text }) });
  return [{ to: `/orders?${query}`, title: 'Toutes les commandes trouvées', details: '' }];
}

const consignmentHit = ({ id, code, departureCity, carrierNumber }: Consignment): Hit => ({
  to: `/consignments/${id}`,
  title: code,
  details: joined(departureCity, carrierNumber),
});

const userHit = ({ id, firstName, lastName, username, phone, email }: User): Hit => ({
  to: `/users?view=${id}`,
  title: `${firstName} ${lastName}`.trim() || username,
  details: joined(username, phone && spacedPhone(phone), email),
});

const joined = (...texts: (string | null)[]) => texts.filter(Boolean).join(' · ');
