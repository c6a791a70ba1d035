import { Alert } from '@mui/material';

/** What is not taken from a file, above what will be written. */
export function LeftOut({ sentences }: { sentences: readonly string[] }) {
  if (sentences.length === 0) return null;
  return (
    <Alert severity="warning" role="note" sx={{ mb: 2 }}>
      {sentences.map((sentence) => (
        <div key={sentence}>{sentence}</div>
      ))}
    </Alert>
  );
}
