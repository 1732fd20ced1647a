import { useTheme } from '@mui/material/styles';

/** The product's logo. */
export function Logo({ size = 28 }: { size?: number }) {
  const { mark } = useTheme().vars.palette;
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden focusable="false">
      <rect width="32" height="32" rx="8" fill={mark.ground} />
      <g fill={mark.ink}>
        <rect x="8" y="8.5" width="4.5" height="15" rx="1.75" />
        <rect x="13.75" y="8.5" width="4.5" height="8.5" rx="1.75" fillOpacity="0.8" />
        <rect x="19.5" y="8.5" width="4.5" height="11.5" rx="1.75" fillOpacity="0.6" />
      </g>
    </svg>
  );
}
