/** The `sizes` of an image in the viewer: as wide as a narrow window, or as high as the window allows. */
export const imageSizesInViewer = '(max-width: 1000px) 100vw, min({height}vh, calc(100vw - 492px))';
