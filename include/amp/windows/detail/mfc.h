/* MFC, and the classes of ATL that MFC shares. */
#ifndef AMP_WINDOWS_DETAIL_MFC_H
#define AMP_WINDOWS_DETAIL_MFC_H

#include "not_here.h"
#include "../windows.h"

#define AMP_MFC "MFC is of Windows: a console program, or a toolkit of Linux, takes its place"
#define AMP_MFC_TYPE(name) AMP_TYPE_NOT_HERE(name, AMP_MFC)
#define AMP_MFC_TEXT_TYPE(name) AMP_TYPE_NOT_HERE(name, "MFC's and ATL's strings are of Windows: std::string and std::wstring take their place")

AMP_MFC_TYPE(CArchive);
AMP_MFC_TYPE(CBitmap);
AMP_MFC_TYPE(CBrush);
AMP_MFC_TYPE(CButton);
AMP_MFC_TYPE(CClientDC);
AMP_MFC_TYPE(CComboBox);
AMP_MFC_TYPE(CCmdTarget);
AMP_MFC_TYPE(CCmdUI);
AMP_MFC_TYPE(CDC);
AMP_MFC_TYPE(CDialog);
AMP_MFC_TYPE(CDialogEx);
AMP_MFC_TYPE(CDocument);
AMP_MFC_TYPE(CEdit);
AMP_MFC_TYPE(CEvent);
AMP_MFC_TYPE(CException);
AMP_MFC_TYPE(CFile);
AMP_MFC_TYPE(CFileDialog);
AMP_MFC_TYPE(CFont);
AMP_MFC_TYPE(CFrameWnd);
AMP_MFC_TYPE(CFrameWndEx);
AMP_MFC_TYPE(CImage);
AMP_MFC_TYPE(CListBox);
AMP_MFC_TYPE(CListCtrl);
AMP_MFC_TYPE(CMDIChildWnd);
AMP_MFC_TYPE(CMDIFrameWnd);
AMP_MFC_TYPE(CMemoryDC);
AMP_MFC_TYPE(CMenu);
AMP_MFC_TYPE(CMutex);
AMP_MFC_TYPE(CObject);
AMP_MFC_TYPE(CPaintDC);
AMP_MFC_TYPE(CPen);
AMP_MFC_TYPE(CPoint);
AMP_MFC_TYPE(CProgressCtrl);
AMP_MFC_TYPE(CRect);
AMP_MFC_TYPE(CScrollView);
AMP_MFC_TYPE(CSize);
AMP_MFC_TYPE(CSliderCtrl);
AMP_MFC_TYPE(CStatic);
AMP_MFC_TYPE(CStatusBar);
AMP_MFC_TYPE(CStdioFile);
AMP_MFC_TYPE(CToolBar);
AMP_MFC_TYPE(CView);
AMP_MFC_TYPE(CWinApp);
AMP_MFC_TYPE(CWinAppEx);
AMP_MFC_TYPE(CWinThread);
AMP_MFC_TYPE(CWnd);
AMP_MFC_TEXT_TYPE(CString);
AMP_MFC_TEXT_TYPE(CStringA);
AMP_MFC_TEXT_TYPE(CStringW);
template <typename T, typename A = const T &> class AMP_NOT_HERE("MFC is of Windows: std::vector takes its place") CArray;
template <typename T, typename A = const T &> class AMP_NOT_HERE("MFC is of Windows: std::list takes its place") CList;
AMP_FUNCTION_NOT_HERE(AfxMessageBox, AMP_MFC);
AMP_FUNCTION_NOT_HERE(AfxWinInit, AMP_MFC);
AMP_FUNCTION_NOT_HERE(AfxGetApp, AMP_MFC);
AMP_FUNCTION_NOT_HERE(AfxGetMainWnd, AMP_MFC);
AMP_FUNCTION_NOT_HERE(AfxBeginThread, "MFC is of Windows: std::thread takes its place");
#endif
