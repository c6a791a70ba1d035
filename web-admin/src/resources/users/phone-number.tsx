import { Box } from '@mui/material';

/** A number as it is stored, so that it can be copied, but set in pairs after its country code. */
export function PhoneNumber({ value }: { value: string }) {
  const [, code, number] = /^(\+\d+\s)(\d+)$/.exec(value) ?? [];
  if (code === undefined || number === undefined) return value;

  return (
    <Box component="span" sx={{ whiteSpace: 'pre' }}>
      {code}
      {Array.from(number.matchAll(/\d\d?/g), ({ 0: pair, index }) => (
        <Box component="span" key={index} sx={{ ml: index === 0 ? 0 : '0.25em' }}>
          {pair}
        </Box>
      ))}
    </Box>
  );
}
