/** Makes a link that is only as high as its line as large as a finger, without taking room. */
export const touchTarget = {
  '@media (pointer: coarse)': {
    position: 'relative',
    '&::after': {
      content: '""',
      position: 'absolute',
      left: '50%',
      top: '50%',
      width: 'max(40px, calc(100% + 24px))',
      height: 40,
      minHeight: '100%',
      transform: 'translate(-50%, -50%)',
    },
  },
} as const;
