! The module tampi: explicit interfaces to the Fortran side of TAMPI.h, for `use mpi` (INTEGER
! handles) and `use mpi_f08` (derived types) alike. TAMPI_X is MPI_X with its request (TAMPI 1 to 3)
! or without it (TAMPI 4); operations that have a status take it before ierror. Constants and
! interfaces only: nothing of it is linked.
!
! Buffers have to be contiguous, also where MPI_SUBARRAYS_SUPPORTED is .true.: the compiler copies a
! section that isn't, for the call alone. MPI_Irecv and then TAMPI_Iwait takes any there.
!
! Generated from src/mpi/table/functions.txt by src/mpi/table/generate.py: do not edit.
module tampi
  use mpi_f08, only: MPI_THREAD_MULTIPLE, MPI_ADDRESS_KIND, MPI_OFFSET_KIND, MPI_COUNT_KIND, &
    MPI_STATUS_SIZE, MPI_Comm, MPI_Datatype, MPI_File, MPI_Info, MPI_Message, MPI_Op, &
    MPI_Request, MPI_Status, MPI_Win
  implicit none
  private
  integer, parameter, public :: MPI_TASK_MULTIPLE = MPI_THREAD_MULTIPLE + 1
  integer, parameter, public :: TAMPI_PROPERTY_BLOCKING_MODE = 1
  integer, parameter, public :: TAMPI_PROPERTY_NONBLOCKING_MODE = 2
  integer, parameter, public :: TAMPI_PROPERTY_AUTO_INIT = 3
  integer, parameter, public :: TAMPI_PROPERTY_THREAD_TASKAWARE = 4

  public :: TAMPI_Iwait, TAMPI_Iwaitall, TAMPI_Wait, TAMPI_Waitall
  interface TAMPI_Iwait
    subroutine TAMPI_Iwait_mpi(request, status, ierror) bind(C, name="tampi_iwait_")
      integer :: request
      integer :: status(*)
      integer :: ierror
    end subroutine TAMPI_Iwait_mpi
    subroutine TAMPI_Iwait_f08(request, status, ierror) bind(C, name="tampi_iwait_f08_")
      import :: MPI_Request, MPI_Status
      type(MPI_Request) :: request
      type(MPI_Status) :: status
      integer, optional :: ierror
    end subroutine TAMPI_Iwait_f08
  end interface
  interface TAMPI_Iwaitall
    subroutine TAMPI_Iwaitall_mpi(count, requests, statuses, ierror) bind(C, &
        name="tampi_iwaitall_")
      import :: MPI_STATUS_SIZE
      integer :: count
      integer :: requests(*)
      integer :: statuses(MPI_STATUS_SIZE, *)
      integer :: ierror
    end subroutine TAMPI_Iwaitall_mpi
    subroutine TAMPI_Iwaitall_f08(count, requests, statuses, ierror) bind(C, &
        name="tampi_iwaitall_f08_")
      import :: MPI_Request, MPI_Status
      integer :: count
      type(MPI_Request) :: requests(*)
      type(MPI_Status) :: statuses(*)
      integer, optional :: ierror
    end subroutine TAMPI_Iwaitall_f08
  end interface
  interface TAMPI_Wait
    subroutine TAMPI_Wait_mpi(request, status, ierror) bind(C, name="tampi_wait_")
      integer :: request
      integer :: status(*)
      integer :: ierror
    end subroutine TAMPI_Wait_mpi
    subroutine TAMPI_Wait_f08(request, status, ierror) bind(C, name="tampi_wait_f08_")
      import :: MPI_Request, MPI_Status
      type(MPI_Request) :: request
      type(MPI_Status) :: status
      integer, optional :: ierror
    end subroutine TAMPI_Wait_f08
  end interface
  interface TAMPI_Waitall
    subroutine TAMPI_Waitall_mpi(count, requests, statuses, ierror) bind(C, &
        name="tampi_waitall_")
      import :: MPI_STATUS_SIZE
      integer :: count
      integer :: requests(*)
      integer :: statuses(MPI_STATUS_SIZE, *)
      integer :: ierror
    end subroutine TAMPI_Waitall_mpi
    subroutine TAMPI_Waitall_f08(count, requests, statuses, ierror) bind(C, &
        name="tampi_waitall_f08_")
      import :: MPI_Request, MPI_Status
      integer :: count
      type(MPI_Request) :: requests(*)
      type(MPI_Status) :: statuses(*)
      integer, optional :: ierror
    end subroutine TAMPI_Waitall_f08
  end interface

  public :: TAMPI_Init, TAMPI_Finalize, TAMPI_Property_get, TAMPI_Property_set
  public :: TAMPI_Blocking_enabled, TAMPI_Nonblocking_enabled
  interface
    subroutine TAMPI_Init(required, provided, ierror) bind(C, name="tampi_init_")
      integer :: required, provided
      integer, optional :: ierror
    end subroutine TAMPI_Init
    subroutine TAMPI_Finalize(ierror) bind(C, name="tampi_finalize_")
      integer, optional :: ierror
    end subroutine TAMPI_Finalize
    subroutine TAMPI_Property_get(property, value, ierror) bind(C, name="tampi_property_get_")
      integer :: property, value
      integer, optional :: ierror
    end subroutine TAMPI_Property_get
    subroutine TAMPI_Property_set(property, value, ierror) bind(C, name="tampi_property_set_")
      integer :: property, value
      integer, optional :: ierror
    end subroutine TAMPI_Property_set
    subroutine TAMPI_Blocking_enabled(flag, ierror) bind(C, name="tampi_blocking_enabled_")
      integer :: flag
      integer, optional :: ierror
    end subroutine TAMPI_Blocking_enabled
    subroutine TAMPI_Nonblocking_enabled(flag, ierror) bind(C, name="tampi_nonblocking_enabled_")
      integer :: flag
      integer, optional :: ierror
    end subroutine TAMPI_Nonblocking_enabled
  end interface

  public :: TAMPI_Ibsend
  interface TAMPI_Ibsend
    subroutine TAMPI_Ibsend_mpi(buf, count, datatype, dest, tag, comm, request, ierror) bind(C, &
        name="tampi_ibsend_")
      !GCC$ attributes no_arg_check :: buf
      type(*), dimension(*) :: buf
      integer :: count
      integer :: datatype
      integer :: dest
      integer :: tag
      integer :: comm
      integer :: request
      integer :: ierror
    end subroutine TAMPI_Ibsend_mpi
    subroutine TAMPI_Ibsend_norequest_mpi(buf, count, datatype, dest, tag, comm, ierror) bind(C, &
        name="tampi_ibsend_norequest_")
      !GCC$ attributes no_arg_check :: buf
      type(*), dimension(*) :: buf
      integer :: count
      integer :: datatype
      integer :: dest
      integer :: tag
      integer :: comm
      integer :: ierror
    end subroutine TAMPI_Ibsend_norequest_mpi
    subroutine TAMPI_Ibsend_f08(buf, count, datatype, dest, tag, comm, request, ierror) bind(C, &
        name="tampi_ibsend_f08_")
      import :: MPI_Datatype, MPI_Comm, MPI_Request
      !GCC$ attributes no_arg_check :: buf
      type(*), dimension(*) :: buf
      integer :: count
      type(MPI_Datatype) :: datatype
      integer :: dest
      integer :: tag
      type(MPI_Comm) :: comm
      type(MPI_Request) :: request
      integer, optional :: ierror
    end subroutine TAMPI_Ibsend_f08
    subroutine TAMPI_Ibsend_norequest_f08(buf, count, datatype, dest, tag, comm, ierror) bind(C, &
        name="tampi_ibsend_norequest_f08_")
      import :: MPI_Datatype, MPI_Comm
      !GCC$ attributes no_arg_check :: buf
      type(*), dimension(*) :: buf
      integer :: count
      type(MPI_Datatype) :: datatype
      integer :: dest
      integer :: tag
      type(MPI_Comm) :: comm
      integer, optional :: ierror
    end subroutine TAMPI_Ibsend_norequest_f08
  end interface

  public :: TAMPI_Imrecv
  interface TAMPI_Imrecv
    subroutine TAMPI_Imrecv_mpi(buf, count, datatype, message, request, status, ierror) bind(C, &
        name="tampi_imrecv_")
      !GCC$ attributes no_arg_check :: buf
      type(*), dimension(*) :: buf
      integer :: count
      integer :: datatype
      integer :: message
      integer :: request
      integer :: status(*)
      integer :: ierror
    end subroutine TAMPI_Imrecv_mpi
    subroutine TAMPI_Imrecv_norequest_mpi(buf, count, datatype, message, status, ierror) bind(C, &
        name="tampi_imrecv_norequest_")
      !GCC$ attributes no_arg_check :: buf
      type(*), dimension(*) :: buf
      integer :: count
      integer :: datatype
      integer :: message
      integer :: status(*)
      integer :: ierror
    end subroutine TAMPI_Imrecv_norequest_mpi
    subroutine TAMPI_Imrecv_f08(buf, count, datatype, message, request, status, ierror) bind(C, &
        name="tampi_imrecv_f08_")
      import :: MPI_Datatype, MPI_Message, MPI_Request, MPI_Status
      !GCC$ attributes no_arg_check :: buf
      type(*), dimension(*) :: buf
      integer :: count
      type(MPI_Datatype) :: datatype
      type(MPI_Message) :: message
      type(MPI_Request) :: request
      type(MPI_Status) :: status
      integer, optional :: ierror
    end subroutine TAMPI_Imrecv_f08
    subroutine TAMPI_Imrecv_norequest_f08(buf, count, datatype, message, status, ierror) bind(C, &
        name="tampi_imrecv_norequest_f08_")
      import :: MPI_Datatype, MPI_Message, MPI_Status
      !GCC$ attributes no_arg_check :: buf
      type(*), dimension(*) :: buf
      integer :: count
      type(MPI_Datatype) :: datatype
      type(MPI_Message) :: message
      type(MPI_Status) :: status
      integer, optional :: ierror
    end subroutine TAMPI_Imrecv_norequest_f08
  end interface

  public :: TAMPI_Irecv
  interface TAMPI_Irecv
    subroutine TAMPI_Irecv_mpi(buf, count, datatype, source, tag, comm, request, status, &
        ierror) bind(C, name="tampi_irecv_")
      !GCC$ attributes no_arg_check :: buf
      type(*), dimension(*) :: buf
      integer :: count
      integer :: datatype
      integer :: source
      integer :: tag
      integer :: comm
      integer :: request
      integer :: status(*)
      integer :: ierror
    end subroutine TAMPI_Irecv_mpi
    subroutine TAMPI_Irecv_norequest_mpi(buf, count, datatype, source, tag, comm, status, &
        ierror) bind(C, name="tampi_irecv_norequest_")
      !GCC$ attributes no_arg_check :: buf
      type(*), dimension(*) :: buf
      integer :: count
      integer :: datatype
      integer :: source
      integer :: tag
      integer :: comm
      integer :: status(*)
      integer :: ierror
    end subroutine TAMPI_Irecv_norequest_mpi
    subroutine TAMPI_Irecv_f08(buf, count, datatype, source, tag, comm, request, status, &
        ierror) bind(C, name="tampi_irecv_f08_")
      import :: MPI_Datatype, MPI_Comm, MPI_Request, MPI_Status
      !GCC$ attributes no_arg_check :: buf
      type(*), dimension(*) :: buf
      integer :: count
      type(MPI_Datatype) :: datatype
      integer :: source
      integer :: tag
      type(MPI_Comm) :: comm
      type(MPI_Request) :: request
      type(MPI_Status) :: status
      integer, optional :: ierror
    end subroutine TAMPI_Irecv_f08
    subroutine TAMPI_Irecv_norequest_f08(buf, count, datatype, source, tag, comm, status, &
        ierror) bind(C, name="tampi_irecv_norequest_f08_")
      import :: MPI_Datatype, MPI_Comm, MPI_Status
      !GCC$ attributes no_arg_check :: buf
      type(*), dimension(*) :: buf
      integer :: count
      type(MPI_Datatype) :: datatype
      integer :: source
      integer :: tag
      type(MPI_Comm) :: comm
      type(MPI_Status) :: status
      integer, optional :: ierror
    end subroutine TAMPI_Irecv_norequest_f08
  end interface

  public :: TAMPI_Irsend
  interface TAMPI_Irsend
    subroutine TAMPI_Irsend_mpi(buf, count, datatype, dest, tag, comm, request, ierror) bind(C, &
        name="tampi_irsend_")
      !GCC$ attributes no_arg_check :: buf
      type(*), dimension(*) :: buf
      integer :: count
      integer :: datatype
      integer :: dest
      integer :: tag
      integer :: comm
      integer :: request
      integer :: ierror
    end subroutine TAMPI_Irsend_mpi
    subroutine TAMPI_Irsend_norequest_mpi(buf, count, datatype, dest, tag, comm, ierror) bind(C, &
        name="tampi_irsend_norequest_")
      !GCC$ attributes no_arg_check :: buf
      type(*), dimension(*) :: buf
      integer :: count
      integer :: datatype
      integer :: dest
      integer :: tag
      integer :: comm
      integer :: ierror
    end subroutine TAMPI_Irsend_norequest_mpi
    subroutine TAMPI_Irsend_f08(buf, count, datatype, dest, tag, comm, request, ierror) bind(C, &
        name="tampi_irsend_f08_")
      import :: MPI_Datatype, MPI_Comm, MPI_Request
      !GCC$ attributes no_arg_check :: buf
      type(*), dimension(*) :: buf
      integer :: count
      type(MPI_Datatype) :: datatype
      integer :: dest
      integer :: tag
      type(MPI_Comm) :: comm
      type(MPI_Request) :: request
      integer, optional :: ierror
    end subroutine TAMPI_Irsend_f08
    subroutine TAMPI_Irsend_norequest_f08(buf, count, datatype, dest, tag, comm, ierror) bind(C, &
        name="tampi_irsend_norequest_f08_")
      import :: MPI_Datatype, MPI_Comm
      !GCC$ attributes no_arg_check :: buf
      type(*), dimension(*) :: buf
      integer :: count
      type(MPI_Datatype) :: datatype
      integer :: dest
      integer :: tag
      type(MPI_Comm) :: comm
      integer, optional :: ierror
    end subroutine TAMPI_Irsend_norequest_f08
  end interface

  public :: TAMPI_Isend
  interface TAMPI_Isend
    subroutine TAMPI_Isend_mpi(buf, count, datatype, dest, tag, comm, request, ierror) bind(C, &
        name="tampi_isend_")
      !GCC$ attributes no_arg_check :: buf
      type(*), dimension(*) :: buf
      integer :: count
      integer :: datatype
      integer :: dest
      integer :: tag
      integer :: comm
      integer :: request
      integer :: ierror
    end subroutine TAMPI_Isend_mpi
    subroutine TAMPI_Isend_norequest_mpi(buf, count, datatype, dest, tag, comm, ierror) bind(C, &
        name="tampi_isend_norequest_")
      !GCC$ attributes no_arg_check :: buf
      type(*), dimension(*) :: buf
      integer :: count
      integer :: datatype
      integer :: dest
      integer :: tag
      integer :: comm
      integer :: ierror
    end subroutine TAMPI_Isend_norequest_mpi
    subroutine TAMPI_Isend_f08(buf, count, datatype, dest, tag, comm, request, ierror) bind(C, &
        name="tampi_isend_f08_")
      import :: MPI_Datatype, MPI_Comm, MPI_Request
      !GCC$ attributes no_arg_check :: buf
      type(*), dimension(*) :: buf
      integer :: count
      type(MPI_Datatype) :: datatype
      integer :: dest
      integer :: tag
      type(MPI_Comm) :: comm
      type(MPI_Request) :: request
      integer, optional :: ierror
    end subroutine TAMPI_Isend_f08
    subroutine TAMPI_Isend_norequest_f08(buf, count, datatype, dest, tag, comm, ierror) bind(C, &
        name="tampi_isend_norequest_f08_")
      import :: MPI_Datatype, MPI_Comm
      !GCC$ attributes no_arg_check :: buf
      type(*), dimension(*) :: buf
      integer :: count
      type(MPI_Datatype) :: datatype
      integer :: dest
      integer :: tag
      type(MPI_Comm) :: comm
      integer, optional :: ierror
    end subroutine TAMPI_Isend_norequest_f08
  end interface

  public :: TAMPI_Isendrecv
  interface TAMPI_Isendrecv
    subroutine TAMPI_Isendrecv_mpi(sendbuf, sendcount, sendtype, dest, sendtag, recvbuf, &
        recvcount, recvtype, source, recvtag, comm, request, status, ierror) bind(C, &
        name="tampi_isendrecv_")
      !GCC$ attributes no_arg_check :: sendbuf
      type(*), dimension(*) :: sendbuf
      integer :: sendcount
      integer :: sendtype
      integer :: dest
      integer :: sendtag
      !GCC$ attributes no_arg_check :: recvbuf
      type(*), dimension(*) :: recvbuf
      integer :: recvcount
      integer :: recvtype
      integer :: source
      integer :: recvtag
      integer :: comm
      integer :: request
      integer :: status(*)
      integer :: ierror
    end subroutine TAMPI_Isendrecv_mpi
    subroutine TAMPI_Isendrecv_norequest_mpi(sendbuf, sendcount, sendtype, dest, sendtag, &
        recvbuf, recvcount, recvtype, source, recvtag, comm, status, ierror) bind(C, &
        name="tampi_isendrecv_norequest_")
      !GCC$ attributes no_arg_check :: sendbuf
      type(*), dimension(*) :: sendbuf
      integer :: sendcount
      integer :: sendtype
      integer :: dest
      integer :: sendtag
      !GCC$ attributes no_arg_check :: recvbuf
      type(*), dimension(*) :: recvbuf
      integer :: recvcount
      integer :: recvtype
      integer :: source
      integer :: recvtag
      integer :: comm
      integer :: status(*)
      integer :: ierror
    end subroutine TAMPI_Isendrecv_norequest_mpi
    subroutine TAMPI_Isendrecv_f08(sendbuf, sendcount, sendtype, dest, sendtag, recvbuf, &
        recvcount, recvtype, source, recvtag, comm, request, status, ierror) bind(C, &
        name="tampi_isendrecv_f08_")
      import :: MPI_Datatype, MPI_Comm, MPI_Request, MPI_Status
      !GCC$ attributes no_arg_check :: sendbuf
      type(*), dimension(*) :: sendbuf
      integer :: sendcount
      type(MPI_Datatype) :: sendtype
      integer :: dest
      integer :: sendtag
      !GCC$ attributes no_arg_check :: recvbuf
      type(*), dimension(*) :: recvbuf
      integer :: recvcount
      type(MPI_Datatype) :: recvtype
      integer :: source
      integer :: recvtag
      type(MPI_Comm) :: comm
      type(MPI_Request) :: request
      type(MPI_Status) :: status
      integer, optional :: ierror
    end subroutine TAMPI_Isendrecv_f08
    subroutine TAMPI_Isendrecv_norequest_f08(sendbuf, sendcount, sendtype, dest, sendtag, &
        recvbuf, recvcount, recvtype, source, recvtag, comm, status, ierror) bind(C, &
        name="tampi_isendrecv_norequest_f08_")
      import :: MPI_Datatype, MPI_Comm, MPI_Status
      !GCC$ attributes no_arg_check :: sendbuf
      type(*), dimension(*) :: sendbuf
      integer :: sendcount
      type(MPI_Datatype) :: sendtype
      integer :: dest
      integer :: sendtag
      !GCC$ attributes no_arg_check :: recvbuf
      type(*), dimension(*) :: recvbuf
      integer :: recvcount
      type(MPI_Datatype) :: recvtype
      integer :: source
      integer :: recvtag
      type(MPI_Comm) :: comm
      type(MPI_Status) :: status
      integer, optional :: ierror
    end subroutine TAMPI_Isendrecv_norequest_f08
  end interface

  public :: TAMPI_Isendrecv_replace
  interface TAMPI_Isendrecv_replace
    subroutine TAMPI_Isendrecv_replace_mpi(buf, count, datatype, dest, sendtag, source, recvtag, &
        comm, request, status, ierror) bind(C, name="tampi_isendrecv_replace_")
      !GCC$ attributes no_arg_check :: buf
      type(*), dimension(*) :: buf
      integer :: count
      integer :: datatype
      integer :: dest
      integer :: sendtag
      integer :: source
      integer :: recvtag
      integer :: comm
      integer :: request
      integer :: status(*)
      integer :: ierror
    end subroutine TAMPI_Isendrecv_replace_mpi
    subroutine TAMPI_Isendrecv_replace_norequest_mpi(buf, count, datatype, dest, sendtag, &
        source, recvtag, comm, status, ierror) bind(C, &
        name="tampi_isendrecv_replace_norequest_")
      !GCC$ attributes no_arg_check :: buf
      type(*), dimension(*) :: buf
      integer :: count
      integer :: datatype
      integer :: dest
      integer :: sendtag
      integer :: source
      integer :: recvtag
      integer :: comm
      integer :: status(*)
      integer :: ierror
    end subroutine TAMPI_Isendrecv_replace_norequest_mpi
    subroutine TAMPI_Isendrecv_replace_f08(buf, count, datatype, dest, sendtag, source, recvtag, &
        comm, request, status, ierror) bind(C, name="tampi_isendrecv_replace_f08_")
      import :: MPI_Datatype, MPI_Comm, MPI_Request, MPI_Status
      !GCC$ attributes no_arg_check :: buf
      type(*), dimension(*) :: buf
      integer :: count
      type(MPI_Datatype) :: datatype
      integer :: dest
      integer :: sendtag
      integer :: source
      integer :: recvtag
      type(MPI_Comm) :: comm
      type(MPI_Request) :: request
      type(MPI_Status) :: status
      integer, optional :: ierror
    end subroutine TAMPI_Isendrecv_replace_f08
    subroutine TAMPI_Isendrecv_replace_norequest_f08(buf, count, datatype, dest, sendtag, &
        source, recvtag, comm, status, ierror) bind(C, &
        name="tampi_isendrecv_replace_norequest_f08_")
      import :: MPI_Datatype, MPI_Comm, MPI_Status
      !GCC$ attributes no_arg_check :: buf
      type(*), dimension(*) :: buf
      integer :: count
      type(MPI_Datatype) :: datatype
      integer :: dest
      integer :: sendtag
      integer :: source
      integer :: recvtag
      type(MPI_Comm) :: comm
      type(MPI_Status) :: status
      integer, optional :: ierror
    end subroutine TAMPI_Isendrecv_replace_norequest_f08
  end interface

  public :: TAMPI_Issend
  interface TAMPI_Issend
    subroutine TAMPI_Issend_mpi(buf, count, datatype, dest, tag, comm, request, ierror) bind(C, &
        name="tampi_issend_")
      !GCC$ attributes no_arg_check :: buf
      type(*), dimension(*) :: buf
      integer :: count
      integer :: datatype
      integer :: dest
      integer :: tag
      integer :: comm
      integer :: request
      integer :: ierror
    end subroutine TAMPI_Issend_mpi
    subroutine TAMPI_Issend_norequest_mpi(buf, count, datatype, dest, tag, comm, ierror) bind(C, &
        name="tampi_issend_norequest_")
      !GCC$ attributes no_arg_check :: buf
      type(*), dimension(*) :: buf
      integer :: count
      integer :: datatype
      integer :: dest
      integer :: tag
      integer :: comm
      integer :: ierror
    end subroutine TAMPI_Issend_norequest_mpi
    subroutine TAMPI_Issend_f08(buf, count, datatype, dest, tag, comm, request, ierror) bind(C, &
        name="tampi_issend_f08_")
      import :: MPI_Datatype, MPI_Comm, MPI_Request
      !GCC$ attributes no_arg_check :: buf
      type(*), dimension(*) :: buf
      integer :: count
      type(MPI_Datatype) :: datatype
      integer :: dest
      integer :: tag
      type(MPI_Comm) :: comm
      type(MPI_Request) :: request
      integer, optional :: ierror
    end subroutine TAMPI_Issend_f08
    subroutine TAMPI_Issend_norequest_f08(buf, count, datatype, dest, tag, comm, ierror) bind(C, &
        name="tampi_issend_norequest_f08_")
      import :: MPI_Datatype, MPI_Comm
      !GCC$ attributes no_arg_check :: buf
      type(*), dimension(*) :: buf
      integer :: count
      type(MPI_Datatype) :: datatype
      integer :: dest
      integer :: tag
      type(MPI_Comm) :: comm
      integer, optional :: ierror
    end subroutine TAMPI_Issend_norequest_f08
  end interface

  public :: TAMPI_Iallgather
  interface TAMPI_Iallgather
    subroutine TAMPI_Iallgather_mpi(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, &
        comm, request, ierror) bind(C, name="tampi_iallgather_")
      !GCC$ attributes no_arg_check :: sendbuf
      type(*), dimension(*) :: sendbuf
      integer :: sendcount
      integer :: sendtype
      !GCC$ attributes no_arg_check :: recvbuf
      type(*), dimension(*) :: recvbuf
      integer :: recvcount
      integer :: recvtype
      integer :: comm
      integer :: request
      integer :: ierror
    end subroutine TAMPI_Iallgather_mpi
    subroutine TAMPI_Iallgather_norequest_mpi(sendbuf, sendcount, sendtype, recvbuf, recvcount, &
        recvtype, comm, ierror) bind(C, name="tampi_iallgather_norequest_")
      !GCC$ attributes no_arg_check :: sendbuf
      type(*), dimension(*) :: sendbuf
      integer :: sendcount
      integer :: sendtype
      !GCC$ attributes no_arg_check :: recvbuf
      type(*), dimension(*) :: recvbuf
      integer :: recvcount
      integer :: recvtype
      integer :: comm
      integer :: ierror
    end subroutine TAMPI_Iallgather_norequest_mpi
    subroutine TAMPI_Iallgather_f08(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, &
        comm, request, ierror) bind(C, name="tampi_iallgather_f08_")
      import :: MPI_Datatype, MPI_Comm, MPI_Request
      !GCC$ attributes no_arg_check :: sendbuf
      type(*), dimension(*) :: sendbuf
      integer :: sendcount
      type(MPI_Datatype) :: sendtype
      !GCC$ attributes no_arg_check :: recvbuf
      type(*), dimension(*) :: recvbuf
      integer :: recvcount
      type(MPI_Datatype) :: recvtype
      type(MPI_Comm) :: comm
      type(MPI_Request) :: request
      integer, optional :: ierror
    end subroutine TAMPI_Iallgather_f08
    subroutine TAMPI_Iallgather_norequest_f08(sendbuf, sendcount, sendtype, recvbuf, recvcount, &
        recvtype, comm, ierror) bind(C, name="tampi_iallgather_norequest_f08_")
      import :: MPI_Datatype, MPI_Comm
      !GCC$ attributes no_arg_check :: sendbuf
      type(*), dimension(*) :: sendbuf
      integer :: sendcount
      type(MPI_Datatype) :: sendtype
      !GCC$ attributes no_arg_check :: recvbuf
      type(*), dimension(*) :: recvbuf
      integer :: recvcount
      type(MPI_Datatype) :: recvtype
      type(MPI_Comm) :: comm
      integer, optional :: ierror
    end subroutine TAMPI_Iallgather_norequest_f08
  end interface

  public :: TAMPI_Iallgatherv
  interface TAMPI_Iallgatherv
    subroutine TAMPI_Iallgatherv_mpi(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, &
        recvtype, comm, request, ierror) bind(C, name="tampi_iallgatherv_")
      !GCC$ attributes no_arg_check :: sendbuf
      type(*), dimension(*) :: sendbuf
      integer :: sendcount
      integer :: sendtype
      !GCC$ attributes no_arg_check :: recvbuf
      type(*), dimension(*) :: recvbuf
      integer :: recvcounts(*)
      integer :: displs(*)
      integer :: recvtype
      integer :: comm
      integer :: request
      integer :: ierror
    end subroutine TAMPI_Iallgatherv_mpi
    subroutine TAMPI_Iallgatherv_norequest_mpi(sendbuf, sendcount, sendtype, recvbuf, &
        recvcounts, displs, recvtype, comm, ierror) bind(C, name="tampi_iallgatherv_norequest_")
      !GCC$ attributes no_arg_check :: sendbuf
      type(*), dimension(*) :: sendbuf
      integer :: sendcount
      integer :: sendtype
      !GCC$ attributes no_arg_check :: recvbuf
      type(*), dimension(*) :: recvbuf
      integer :: recvcounts(*)
      integer :: displs(*)
      integer :: recvtype
      integer :: comm
      integer :: ierror
    end subroutine TAMPI_Iallgatherv_norequest_mpi
    subroutine TAMPI_Iallgatherv_f08(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, &
        recvtype, comm, request, ierror) bind(C, name="tampi_iallgatherv_f08_")
      import :: MPI_Datatype, MPI_Comm, MPI_Request
      !GCC$ attributes no_arg_check :: sendbuf
      type(*), dimension(*) :: sendbuf
      integer :: sendcount
      type(MPI_Datatype) :: sendtype
      !GCC$ attributes no_arg_check :: recvbuf
      type(*), dimension(*) :: recvbuf
      integer :: recvcounts(*)
      integer :: displs(*)
      type(MPI_Datatype) :: recvtype
      type(MPI_Comm) :: comm
      type(MPI_Request) :: request
      integer, optional :: ierror
    end subroutine TAMPI_Iallgatherv_f08
    subroutine TAMPI_Iallgatherv_norequest_f08(sendbuf, sendcount, sendtype, recvbuf, &
        recvcounts, displs, recvtype, comm, ierror) bind(C, &
        name="tampi_iallgatherv_norequest_f08_")
      import :: MPI_Datatype, MPI_Comm
      !GCC$ attributes no_arg_check :: sendbuf
      type(*), dimension(*) :: sendbuf
      integer :: sendcount
      type(MPI_Datatype) :: sendtype
      !GCC$ attributes no_arg_check :: recvbuf
      type(*), dimension(*) :: recvbuf
      integer :: recvcounts(*)
      integer :: displs(*)
      type(MPI_Datatype) :: recvtype
      type(MPI_Comm) :: comm
      integer, optional :: ierror
    end subroutine TAMPI_Iallgatherv_norequest_f08
  end interface

  public :: TAMPI_Iallreduce
  interface TAMPI_Iallreduce
    subroutine TAMPI_Iallreduce_mpi(sendbuf, recvbuf, count, datatype, op, comm, request, &
        ierror) bind(C, name="tampi_iallreduce_")
      !GCC$ attributes no_arg_check :: sendbuf
      type(*), dimension(*) :: sendbuf
      !GCC$ attributes no_arg_check :: recvbuf
      type(*), dimension(*) :: recvbuf
      integer :: count
      integer :: datatype
      integer :: op
      integer :: comm
      integer :: request
      integer :: ierror
    end subroutine TAMPI_Iallreduce_mpi
    subroutine TAMPI_Iallreduce_norequest_mpi(sendbuf, recvbuf, count, datatype, op, comm, &
        ierror) bind(C, name="tampi_iallreduce_norequest_")
      !GCC$ attributes no_arg_check :: sendbuf
      type(*), dimension(*) :: sendbuf
      !GCC$ attributes no_arg_check :: recvbuf
      type(*), dimension(*) :: recvbuf
      integer :: count
      integer :: datatype
      integer :: op
      integer :: comm
      integer :: ierror
    end subroutine TAMPI_Iallreduce_norequest_mpi
    subroutine TAMPI_Iallreduce_f08(sendbuf, recvbuf, count, datatype, op, comm, request, &
        ierror) bind(C, name="tampi_iallreduce_f08_")
      import :: MPI_Datatype, MPI_Op, MPI_Comm, MPI_Request
      !GCC$ attributes no_arg_check :: sendbuf
      type(*), dimension(*) :: sendbuf
      !GCC$ attributes no_arg_check :: recvbuf
      type(*), dimension(*) :: recvbuf
      integer :: count
      type(MPI_Datatype) :: datatype
      type(MPI_Op) :: op
      type(MPI_Comm) :: comm
      type(MPI_Request) :: request
      integer, optional :: ierror
    end subroutine TAMPI_Iallreduce_f08
    subroutine TAMPI_Iallreduce_norequest_f08(sendbuf, recvbuf, count, datatype, op, comm, &
        ierror) bind(C, name="tampi_iallreduce_norequest_f08_")
      import :: MPI_Datatype, MPI_Op, MPI_Comm
      !GCC$ attributes no_arg_check :: sendbuf
      type(*), dimension(*) :: sendbuf
      !GCC$ attributes no_arg_check :: recvbuf
      type(*), dimension(*) :: recvbuf
      integer :: count
      type(MPI_Datatype) :: datatype
      type(MPI_Op) :: op
      type(MPI_Comm) :: comm
      integer, optional :: ierror
    end subroutine TAMPI_Iallreduce_norequest_f08
  end interface

  public :: TAMPI_Ialltoall
  interface TAMPI_Ialltoall
    subroutine TAMPI_Ialltoall_mpi(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, &
        comm, request, ierror) bind(C, name="tampi_ialltoall_")
      !GCC$ attributes no_arg_check :: sendbuf
      type(*), dimension(*) :: sendbuf
      integer :: sendcount
      integer :: sendtype
      !GCC$ attributes no_arg_check :: recvbuf
      type(*), dimension(*) :: recvbuf
      integer :: recvcount
      integer :: recvtype
      integer :: comm
      integer :: request
      integer :: ierror
    end subroutine TAMPI_Ialltoall_mpi
    subroutine TAMPI_Ialltoall_norequest_mpi(sendbuf, sendcount, sendtype, recvbuf, recvcount, &
        recvtype, comm, ierror) bind(C, name="tampi_ialltoall_norequest_")
      !GCC$ attributes no_arg_check :: sendbuf
      type(*), dimension(*) :: sendbuf
      integer :: sendcount
      integer :: sendtype
      !GCC$ attributes no_arg_check :: recvbuf
      type(*), dimension(*) :: recvbuf
      integer :: recvcount
      integer :: recvtype
      integer :: comm
      integer :: ierror
    end subroutine TAMPI_Ialltoall_norequest_mpi
    subroutine TAMPI_Ialltoall_f08(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, &
        comm, request, ierror) bind(C, name="tampi_ialltoall_f08_")
      import :: MPI_Datatype, MPI_Comm, MPI_Request
      !GCC$ attributes no_arg_check :: sendbuf
      type(*), dimension(*) :: sendbuf
      integer :: sendcount
      type(MPI_Datatype) :: sendtype
      !GCC$ attributes no_arg_check :: recvbuf
      type(*), dimension(*) :: recvbuf
      integer :: recvcount
      type(MPI_Datatype) :: recvtype
      type(MPI_Comm) :: comm
      type(MPI_Request) :: request
      integer, optional :: ierror
    end subroutine TAMPI_Ialltoall_f08
    subroutine TAMPI_Ialltoall_norequest_f08(sendbuf, sendcount, sendtype, recvbuf, recvcount, &
        recvtype, comm, ierror) bind(C, name="tampi_ialltoall_norequest_f08_")
      import :: MPI_Datatype, MPI_Comm
      !GCC$ attributes no_arg_check :: sendbuf
      type(*), dimension(*) :: sendbuf
      integer :: sendcount
      type(MPI_Datatype) :: sendtype
      !GCC$ attributes no_arg_check :: recvbuf
      type(*), dimension(*) :: recvbuf
      integer :: recvcount
      type(MPI_Datatype) :: recvtype
      type(MPI_Comm) :: comm
      integer, optional :: ierror
    end subroutine TAMPI_Ialltoall_norequest_f08
  end interface

  public :: TAMPI_Ialltoallv
  interface TAMPI_Ialltoallv
    subroutine TAMPI_Ialltoallv_mpi(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, &
        rdispls, recvtype, comm, request, ierror) bind(C, name="tampi_ialltoallv_")
      !GCC$ attributes no_arg_check :: sendbuf
      type(*), dimension(*) :: sendbuf
      integer :: sendcounts(*)
      integer :: sdispls(*)
      integer :: sendtype
      !GCC$ attributes no_arg_check :: recvbuf
      type(*), dimension(*) :: recvbuf
      integer :: recvcounts(*)
      integer :: rdispls(*)
      integer :: recvtype
      integer :: comm
      integer :: request
      integer :: ierror
    end subroutine TAMPI_Ialltoallv_mpi
    subroutine TAMPI_Ialltoallv_norequest_mpi(sendbuf, sendcounts, sdispls, sendtype, recvbuf, &
        recvcounts, rdispls, recvtype, comm, ierror) bind(C, name="tampi_ialltoallv_norequest_")
      !GCC$ attributes no_arg_check :: sendbuf
      type(*), dimension(*) :: sendbuf
      integer :: sendcounts(*)
      integer :: sdispls(*)
      integer :: sendtype
      !GCC$ attributes no_arg_check :: recvbuf
      type(*), dimension(*) :: recvbuf
      integer :: recvcounts(*)
      integer :: rdispls(*)
      integer :: recvtype
      integer :: comm
      integer :: ierror
    end subroutine TAMPI_Ialltoallv_norequest_mpi
    subroutine TAMPI_Ialltoallv_f08(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, &
        rdispls, recvtype, comm, request, ierror) bind(C, name="tampi_ialltoallv_f08_")
      import :: MPI_Datatype, MPI_Comm, MPI_Request
      !GCC$ attributes no_arg_check :: sendbuf
      type(*), dimension(*) :: sendbuf
      integer :: sendcounts(*)
      integer :: sdispls(*)
      type(MPI_Datatype) :: sendtype
      !GCC$ attributes no_arg_check :: recvbuf
      type(*), dimension(*) :: recvbuf
      integer :: recvcounts(*)
      integer :: rdispls(*)
      type(MPI_Datatype) :: recvtype
      type(MPI_Comm) :: comm
      type(MPI_Request) :: request
      integer, optional :: ierror
    end subroutine TAMPI_Ialltoallv_f08
    subroutine TAMPI_Ialltoallv_norequest_f08(sendbuf, sendcounts, sdispls, sendtype, recvbuf, &
        recvcounts, rdispls, recvtype, comm, ierror) bind(C, &
        name="tampi_ialltoallv_norequest_f08_")
      import :: MPI_Datatype, MPI_Comm
      !GCC$ attributes no_arg_check :: sendbuf
      type(*), dimension(*) :: sendbuf
      integer :: sendcounts(*)
      integer :: sdispls(*)
      type(MPI_Datatype) :: sendtype
      !GCC$ attributes no_arg_check :: recvbuf
      type(*), dimension(*) :: recvbuf
      integer :: recvcounts(*)
      integer :: rdispls(*)
      type(MPI_Datatype) :: recvtype
      type(MPI_Comm) :: comm
      integer, optional :: ierror
    end subroutine TAMPI_Ialltoallv_norequest_f08
  end interface

  public :: TAMPI_Ialltoallw
  interface TAMPI_Ialltoallw
    subroutine TAMPI_Ialltoallw_mpi(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, &
        recvcounts, rdispls, recvtypes, comm, request, ierror) bind(C, name="tampi_ialltoallw_")
      !GCC$ attributes no_arg_check :: sendbuf
      type(*), dimension(*) :: sendbuf
      integer :: sendcounts(*)
      integer :: sdispls(*)
      integer :: sendtypes(*)
      !GCC$ attributes no_arg_check :: recvbuf
      type(*), dimension(*) :: recvbuf
      integer :: recvcounts(*)
      integer :: rdispls(*)
      integer :: recvtypes(*)
      integer :: comm
      integer :: request
      integer :: ierror
    end subroutine TAMPI_Ialltoallw_mpi
    subroutine TAMPI_Ialltoallw_norequest_mpi(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, &
        recvcounts, rdispls, recvtypes, comm, ierror) bind(C, &
        name="tampi_ialltoallw_norequest_")
      !GCC$ attributes no_arg_check :: sendbuf
      type(*), dimension(*) :: sendbuf
      integer :: sendcounts(*)
      integer :: sdispls(*)
      integer :: sendtypes(*)
      !GCC$ attributes no_arg_check :: recvbuf
      type(*), dimension(*) :: recvbuf
      integer :: recvcounts(*)
      integer :: rdispls(*)
      integer :: recvtypes(*)
      integer :: comm
      integer :: ierror
    end subroutine TAMPI_Ialltoallw_norequest_mpi
    subroutine TAMPI_Ialltoallw_f08(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, &
        recvcounts, rdispls, recvtypes, comm, request, ierror) bind(C, &
        name="tampi_ialltoallw_f08_")
      import :: MPI_Datatype, MPI_Comm, MPI_Request
      !GCC$ attributes no_arg_check :: sendbuf
      type(*), dimension(*) :: sendbuf
      integer :: sendcounts(*)
      integer :: sdispls(*)
      type(MPI_Datatype) :: sendtypes(*)
      !GCC$ attributes no_arg_check :: recvbuf
      type(*), dimension(*) :: recvbuf
      integer :: recvcounts(*)
      integer :: rdispls(*)
      type(MPI_Datatype) :: recvtypes(*)
      type(MPI_Comm) :: comm
      type(MPI_Request) :: request
      integer, optional :: ierror
    end subroutine TAMPI_Ialltoallw_f08
    subroutine TAMPI_Ialltoallw_norequest_f08(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, &
        recvcounts, rdispls, recvtypes, comm, ierror) bind(C, &
        name="tampi_ialltoallw_norequest_f08_")
      import :: MPI_Datatype, MPI_Comm
      !GCC$ attributes no_arg_check :: sendbuf
      type(*), dimension(*) :: sendbuf
      integer :: sendcounts(*)
      integer :: sdispls(*)
      type(MPI_Datatype) :: sendtypes(*)
      !GCC$ attributes no_arg_check :: recvbuf
      type(*), dimension(*) :: recvbuf
      integer :: recvcounts(*)
      integer :: rdispls(*)
      type(MPI_Datatype) :: recvtypes(*)
      type(MPI_Comm) :: comm
      integer, optional :: ierror
    end subroutine TAMPI_Ialltoallw_norequest_f08
  end interface

  public :: TAMPI_Ibarrier
  interface TAMPI_Ibarrier
    subroutine TAMPI_Ibarrier_mpi(comm, request, ierror) bind(C, name="tampi_ibarrier_")
      integer :: comm
      integer :: request
      integer :: ierror
    end subroutine TAMPI_Ibarrier_mpi
    subroutine TAMPI_Ibarrier_norequest_mpi(comm, ierror) bind(C, &
        name="tampi_ibarrier_norequest_")
      integer :: comm
      integer :: ierror
    end subroutine TAMPI_Ibarrier_norequest_mpi
    subroutine TAMPI_Ibarrier_f08(comm, request, ierror) bind(C, name="tampi_ibarrier_f08_")
      import :: MPI_Comm, MPI_Request
      type(MPI_Comm) :: comm
      type(MPI_Request) :: request
      integer, optional :: ierror
    end subroutine TAMPI_Ibarrier_f08
    subroutine TAMPI_Ibarrier_norequest_f08(comm, ierror) bind(C, &
        name="tampi_ibarrier_norequest_f08_")
      import :: MPI_Comm
      type(MPI_Comm) :: comm
      integer, optional :: ierror
    end subroutine TAMPI_Ibarrier_norequest_f08
  end interface

  public :: TAMPI_Ibcast
  interface TAMPI_Ibcast
    subroutine TAMPI_Ibcast_mpi(buffer, count, datatype, root, comm, request, ierror) bind(C, &
        name="tampi_ibcast_")
      !GCC$ attributes no_arg_check :: buffer
      type(*), dimension(*) :: buffer
      integer :: count
      integer :: datatype
      integer :: root
      integer :: comm
      integer :: request
      integer :: ierror
    end subroutine TAMPI_Ibcast_mpi
    subroutine TAMPI_Ibcast_norequest_mpi(buffer, count, datatype, root, comm, ierror) bind(C, &
        name="tampi_ibcast_norequest_")
      !GCC$ attributes no_arg_check :: buffer
      type(*), dimension(*) :: buffer
      integer :: count
      integer :: datatype
      integer :: root
      integer :: comm
      integer :: ierror
    end subroutine TAMPI_Ibcast_norequest_mpi
    subroutine TAMPI_Ibcast_f08(buffer, count, datatype, root, comm, request, ierror) bind(C, &
        name="tampi_ibcast_f08_")
      import :: MPI_Datatype, MPI_Comm, MPI_Request
      !GCC$ attributes no_arg_check :: buffer
      type(*), dimension(*) :: buffer
      integer :: count
      type(MPI_Datatype) :: datatype
      integer :: root
      type(MPI_Comm) :: comm
      type(MPI_Request) :: request
      integer, optional :: ierror
    end subroutine TAMPI_Ibcast_f08
    subroutine TAMPI_Ibcast_norequest_f08(buffer, count, datatype, root, comm, ierror) bind(C, &
        name="tampi_ibcast_norequest_f08_")
      import :: MPI_Datatype, MPI_Comm
      !GCC$ attributes no_arg_check :: buffer
      type(*), dimension(*) :: buffer
      integer :: count
      type(MPI_Datatype) :: datatype
      integer :: root
      type(MPI_Comm) :: comm
      integer, optional :: ierror
    end subroutine TAMPI_Ibcast_norequest_f08
  end interface

  public :: TAMPI_Iexscan
  interface TAMPI_Iexscan
    subroutine TAMPI_Iexscan_mpi(sendbuf, recvbuf, count, datatype, op, comm, request, &
        ierror) bind(C, name="tampi_iexscan_")
      !GCC$ attributes no_arg_check :: sendbuf
      type(*), dimension(*) :: sendbuf
      !GCC$ attributes no_arg_check :: recvbuf
      type(*), dimension(*) :: recvbuf
      integer :: count
      integer :: datatype
      integer :: op
      integer :: comm
      integer :: request
      integer :: ierror
    end subroutine TAMPI_Iexscan_mpi
    subroutine TAMPI_Iexscan_norequest_mpi(sendbuf, recvbuf, count, datatype, op, comm, &
        ierror) bind(C, name="tampi_iexscan_norequest_")
      !GCC$ attributes no_arg_check :: sendbuf
      type(*), dimension(*) :: sendbuf
      !GCC$ attributes no_arg_check :: recvbuf
      type(*), dimension(*) :: recvbuf
      integer :: count
      integer :: datatype
      integer :: op
      integer :: comm
      integer :: ierror
    end subroutine TAMPI_Iexscan_norequest_mpi
    subroutine TAMPI_Iexscan_f08(sendbuf, recvbuf, count, datatype, op, comm, request, &
        ierror) bind(C, name="tampi_iexscan_f08_")
      import :: MPI_Datatype, MPI_Op, MPI_Comm, MPI_Request
      !GCC$ attributes no_arg_check :: sendbuf
      type(*), dimension(*) :: sendbuf
      !GCC$ attributes no_arg_check :: recvbuf
      type(*), dimension(*) :: recvbuf
      integer :: count
      type(MPI_Datatype) :: datatype
      type(MPI_Op) :: op
      type(MPI_Comm) :: comm
      type(MPI_Request) :: request
      integer, optional :: ierror
    end subroutine TAMPI_Iexscan_f08
    subroutine TAMPI_Iexscan_norequest_f08(sendbuf, recvbuf, count, datatype, op, comm, &
        ierror) bind(C, name="tampi_iexscan_norequest_f08_")
      import :: MPI_Datatype, MPI_Op, MPI_Comm
      !GCC$ attributes no_arg_check :: sendbuf
      type(*), dimension(*) :: sendbuf
      !GCC$ attributes no_arg_check :: recvbuf
      type(*), dimension(*) :: recvbuf
      integer :: count
      type(MPI_Datatype) :: datatype
      type(MPI_Op) :: op
      type(MPI_Comm) :: comm
      integer, optional :: ierror
    end subroutine TAMPI_Iexscan_norequest_f08
  end interface

  public :: TAMPI_Igather
  interface TAMPI_Igather
    subroutine TAMPI_Igather_mpi(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, &
        root, comm, request, ierror) bind(C, name="tampi_igather_")
      !GCC$ attributes no_arg_check :: sendbuf
      type(*), dimension(*) :: sendbuf
      integer :: sendcount
      integer :: sendtype
      !GCC$ attributes no_arg_check :: recvbuf
      type(*), dimension(*) :: recvbuf
      integer :: recvcount
      integer :: recvtype
      integer :: root
      integer :: comm
      integer :: request
      integer :: ierror
    end subroutine TAMPI_Igather_mpi
    subroutine TAMPI_Igather_norequest_mpi(sendbuf, sendcount, sendtype, recvbuf, recvcount, &
        recvtype, root, comm, ierror) bind(C, name="tampi_igather_norequest_")
      !GCC$ attributes no_arg_check :: sendbuf
      type(*), dimension(*) :: sendbuf
      integer :: sendcount
      integer :: sendtype
      !GCC$ attributes no_arg_check :: recvbuf
      type(*), dimension(*) :: recvbuf
      integer :: recvcount
      integer :: recvtype
      integer :: root
      integer :: comm
      integer :: ierror
    end subroutine TAMPI_Igather_norequest_mpi
    subroutine TAMPI_Igather_f08(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, &
        root, comm, request, ierror) bind(C, name="tampi_igather_f08_")
      import :: MPI_Datatype, MPI_Comm, MPI_Request
      !GCC$ attributes no_arg_check :: sendbuf
      type(*), dimension(*) :: sendbuf
      integer :: sendcount
      type(MPI_Datatype) :: sendtype
      !GCC$ attributes no_arg_check :: recvbuf
      type(*), dimension(*) :: recvbuf
      integer :: recvcount
      type(MPI_Datatype) :: recvtype
      integer :: root
      type(MPI_Comm) :: comm
      type(MPI_Request) :: request
      integer, optional :: ierror
    end subroutine TAMPI_Igather_f08
    subroutine TAMPI_Igather_norequest_f08(sendbuf, sendcount, sendtype, recvbuf, recvcount, &
        recvtype, root, comm, ierror) bind(C, name="tampi_igather_norequest_f08_")
      import :: MPI_Datatype, MPI_Comm
      !GCC$ attributes no_arg_check :: sendbuf
      type(*), dimension(*) :: sendbuf
      integer :: sendcount
      type(MPI_Datatype) :: sendtype
      !GCC$ attributes no_arg_check :: recvbuf
      type(*), dimension(*) :: recvbuf
      integer :: recvcount
      type(MPI_Datatype) :: recvtype
      integer :: root
      type(MPI_Comm) :: comm
      integer, optional :: ierror
    end subroutine TAMPI_Igather_norequest_f08
  end interface

  public :: TAMPI_Igatherv
  interface TAMPI_Igatherv
    subroutine TAMPI_Igatherv_mpi(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, &
        recvtype, root, comm, request, ierror) bind(C, name="tampi_igatherv_")
      !GCC$ attributes no_arg_check :: sendbuf
      type(*), dimension(*) :: sendbuf
      integer :: sendcount
      integer :: sendtype
      !GCC$ attributes no_arg_check :: recvbuf
      type(*), dimension(*) :: recvbuf
      integer :: recvcounts(*)
      integer :: displs(*)
      integer :: recvtype
      integer :: root
      integer :: comm
      integer :: request
      integer :: ierror
    end subroutine TAMPI_Igatherv_mpi
    subroutine TAMPI_Igatherv_norequest_mpi(sendbuf, sendcount, sendtype, recvbuf, recvcounts, &
        displs, recvtype, root, comm, ierror) bind(C, name="tampi_igatherv_norequest_")
      !GCC$ attributes no_arg_check :: sendbuf
      type(*), dimension(*) :: sendbuf
      integer :: sendcount
      integer :: sendtype
      !GCC$ attributes no_arg_check :: recvbuf
      type(*), dimension(*) :: recvbuf
      integer :: recvcounts(*)
      integer :: displs(*)
      integer :: recvtype
      integer :: root
      integer :: comm
      integer :: ierror
    end subroutine TAMPI_Igatherv_norequest_mpi
    subroutine TAMPI_Igatherv_f08(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, &
        recvtype, root, comm, request, ierror) bind(C, name="tampi_igatherv_f08_")
      import :: MPI_Datatype, MPI_Comm, MPI_Request
      !GCC$ attributes no_arg_check :: sendbuf
      type(*), dimension(*) :: sendbuf
      integer :: sendcount
      type(MPI_Datatype) :: sendtype
      !GCC$ attributes no_arg_check :: recvbuf
      type(*), dimension(*) :: recvbuf
      integer :: recvcounts(*)
      integer :: displs(*)
      type(MPI_Datatype) :: recvtype
      integer :: root
      type(MPI_Comm) :: comm
      type(MPI_Request) :: request
      integer, optional :: ierror
    end subroutine TAMPI_Igatherv_f08
    subroutine TAMPI_Igatherv_norequest_f08(sendbuf, sendcount, sendtype, recvbuf, recvcounts, &
        displs, recvtype, root, comm, ierror) bind(C, name="tampi_igatherv_norequest_f08_")
      import :: MPI_Datatype, MPI_Comm
      !GCC$ attributes no_arg_check :: sendbuf
      type(*), dimension(*) :: sendbuf
      integer :: sendcount
      type(MPI_Datatype) :: sendtype
      !GCC$ attributes no_arg_check :: recvbuf
      type(*), dimension(*) :: recvbuf
      integer :: recvcounts(*)
      integer :: displs(*)
      type(MPI_Datatype) :: recvtype
      integer :: root
      type(MPI_Comm) :: comm
      integer, optional :: ierror
    end subroutine TAMPI_Igatherv_norequest_f08
  end interface

  public :: TAMPI_Ineighbor_allgather
  interface TAMPI_Ineighbor_allgather
    subroutine TAMPI_Ineighbor_allgather_mpi(sendbuf, sendcount, sendtype, recvbuf, recvcount, &
        recvtype, comm, request, ierror) bind(C, name="tampi_ineighbor_allgather_")
      !GCC$ attributes no_arg_check :: sendbuf
      type(*), dimension(*) :: sendbuf
      integer :: sendcount
      integer :: sendtype
      !GCC$ attributes no_arg_check :: recvbuf
      type(*), dimension(*) :: recvbuf
      integer :: recvcount
      integer :: recvtype
      integer :: comm
      integer :: request
      integer :: ierror
    end subroutine TAMPI_Ineighbor_allgather_mpi
    subroutine TAMPI_Ineighbor_allgather_norequest_mpi(sendbuf, sendcount, sendtype, recvbuf, &
        recvcount, recvtype, comm, ierror) bind(C, name="tampi_ineighbor_allgather_norequest_")
      !GCC$ attributes no_arg_check :: sendbuf
      type(*), dimension(*) :: sendbuf
      integer :: sendcount
      integer :: sendtype
      !GCC$ attributes no_arg_check :: recvbuf
      type(*), dimension(*) :: recvbuf
      integer :: recvcount
      integer :: recvtype
      integer :: comm
      integer :: ierror
    end subroutine TAMPI_Ineighbor_allgather_norequest_mpi
    subroutine TAMPI_Ineighbor_allgather_f08(sendbuf, sendcount, sendtype, recvbuf, recvcount, &
        recvtype, comm, request, ierror) bind(C, name="tampi_ineighbor_allgather_f08_")
      import :: MPI_Datatype, MPI_Comm, MPI_Request
      !GCC$ attributes no_arg_check :: sendbuf
      type(*), dimension(*) :: sendbuf
      integer :: sendcount
      type(MPI_Datatype) :: sendtype
      !GCC$ attributes no_arg_check :: recvbuf
      type(*), dimension(*) :: recvbuf
      integer :: recvcount
      type(MPI_Datatype) :: recvtype
      type(MPI_Comm) :: comm
      type(MPI_Request) :: request
      integer, optional :: ierror
    end subroutine TAMPI_Ineighbor_allgather_f08
    subroutine TAMPI_Ineighbor_allgather_norequest_f08(sendbuf, sendcount, sendtype, recvbuf, &
        recvcount, recvtype, comm, ierror) bind(C, &
        name="tampi_ineighbor_allgather_norequest_f08_")
      import :: MPI_Datatype, MPI_Comm
      !GCC$ attributes no_arg_check :: sendbuf
      type(*), dimension(*) :: sendbuf
      integer :: sendcount
      type(MPI_Datatype) :: sendtype
      !GCC$ attributes no_arg_check :: recvbuf
      type(*), dimension(*) :: recvbuf
      integer :: recvcount
      type(MPI_Datatype) :: recvtype
      type(MPI_Comm) :: comm
      integer, optional :: ierror
    end subroutine TAMPI_Ineighbor_allgather_norequest_f08
  end interface

  public :: TAMPI_Ineighbor_allgatherv
  interface TAMPI_Ineighbor_allgatherv
    subroutine TAMPI_Ineighbor_allgatherv_mpi(sendbuf, sendcount, sendtype, recvbuf, recvcounts, &
        displs, recvtype, comm, request, ierror) bind(C, name="tampi_ineighbor_allgatherv_")
      !GCC$ attributes no_arg_check :: sendbuf
      type(*), dimension(*) :: sendbuf
      integer :: sendcount
      integer :: sendtype
      !GCC$ attributes no_arg_check :: recvbuf
      type(*), dimension(*) :: recvbuf
      integer :: recvcounts(*)
      integer :: displs(*)
      integer :: recvtype
      integer :: comm
      integer :: request
      integer :: ierror
    end subroutine TAMPI_Ineighbor_allgatherv_mpi
    subroutine TAMPI_Ineighbor_allgatherv_norequest_mpi(sendbuf, sendcount, sendtype, recvbuf, &
        recvcounts, displs, recvtype, comm, ierror) bind(C, &
        name="tampi_ineighbor_allgatherv_norequest_")
      !GCC$ attributes no_arg_check :: sendbuf
      type(*), dimension(*) :: sendbuf
      integer :: sendcount
      integer :: sendtype
      !GCC$ attributes no_arg_check :: recvbuf
      type(*), dimension(*) :: recvbuf
      integer :: recvcounts(*)
      integer :: displs(*)
      integer :: recvtype
      integer :: comm
      integer :: ierror
    end subroutine TAMPI_Ineighbor_allgatherv_norequest_mpi
    subroutine TAMPI_Ineighbor_allgatherv_f08(sendbuf, sendcount, sendtype, recvbuf, recvcounts, &
        displs, recvtype, comm, request, ierror) bind(C, name="tampi_ineighbor_allgatherv_f08_")
      import :: MPI_Datatype, MPI_Comm, MPI_Request
      !GCC$ attributes no_arg_check :: sendbuf
      type(*), dimension(*) :: sendbuf
      integer :: sendcount
      type(MPI_Datatype) :: sendtype
      !GCC$ attributes no_arg_check :: recvbuf
      type(*), dimension(*) :: recvbuf
      integer :: recvcounts(*)
      integer :: displs(*)
      type(MPI_Datatype) :: recvtype
      type(MPI_Comm) :: comm
      type(MPI_Request) :: request
      integer, optional :: ierror
    end subroutine TAMPI_Ineighbor_allgatherv_f08
    subroutine TAMPI_Ineighbor_allgatherv_norequest_f08(sendbuf, sendcount, sendtype, recvbuf, &
        recvcounts, displs, recvtype, comm, ierror) bind(C, &
        name="tampi_ineighbor_allgatherv_norequest_f08_")
      import :: MPI_Datatype, MPI_Comm
      !GCC$ attributes no_arg_check :: sendbuf
      type(*), dimension(*) :: sendbuf
      integer :: sendcount
      type(MPI_Datatype) :: sendtype
      !GCC$ attributes no_arg_check :: recvbuf
      type(*), dimension(*) :: recvbuf
      integer :: recvcounts(*)
      integer :: displs(*)
      type(MPI_Datatype) :: recvtype
      type(MPI_Comm) :: comm
      integer, optional :: ierror
    end subroutine TAMPI_Ineighbor_allgatherv_norequest_f08
  end interface

  public :: TAMPI_Ineighbor_alltoall
  interface TAMPI_Ineighbor_alltoall
    subroutine TAMPI_Ineighbor_alltoall_mpi(sendbuf, sendcount, sendtype, recvbuf, recvcount, &
        recvtype, comm, request, ierror) bind(C, name="tampi_ineighbor_alltoall_")
      !GCC$ attributes no_arg_check :: sendbuf
      type(*), dimension(*) :: sendbuf
      integer :: sendcount
      integer :: sendtype
      !GCC$ attributes no_arg_check :: recvbuf
      type(*), dimension(*) :: recvbuf
      integer :: recvcount
      integer :: recvtype
      integer :: comm
      integer :: request
      integer :: ierror
    end subroutine TAMPI_Ineighbor_alltoall_mpi
    subroutine TAMPI_Ineighbor_alltoall_norequest_mpi(sendbuf, sendcount, sendtype, recvbuf, &
        recvcount, recvtype, comm, ierror) bind(C, name="tampi_ineighbor_alltoall_norequest_")
      !GCC$ attributes no_arg_check :: sendbuf
      type(*), dimension(*) :: sendbuf
      integer :: sendcount
      integer :: sendtype
      !GCC$ attributes no_arg_check :: recvbuf
      type(*), dimension(*) :: recvbuf
      integer :: recvcount
      integer :: recvtype
      integer :: comm
      integer :: ierror
    end subroutine TAMPI_Ineighbor_alltoall_norequest_mpi
    subroutine TAMPI_Ineighbor_alltoall_f08(sendbuf, sendcount, sendtype, recvbuf, recvcount, &
        recvtype, comm, request, ierror) bind(C, name="tampi_ineighbor_alltoall_f08_")
      import :: MPI_Datatype, MPI_Comm, MPI_Request
      !GCC$ attributes no_arg_check :: sendbuf
      type(*), dimension(*) :: sendbuf
      integer :: sendcount
      type(MPI_Datatype) :: sendtype
      !GCC$ attributes no_arg_check :: recvbuf
      type(*), dimension(*) :: recvbuf
      integer :: recvcount
      type(MPI_Datatype) :: recvtype
      type(MPI_Comm) :: comm
      type(MPI_Request) :: request
      integer, optional :: ierror
    end subroutine TAMPI_Ineighbor_alltoall_f08
    subroutine TAMPI_Ineighbor_alltoall_norequest_f08(sendbuf, sendcount, sendtype, recvbuf, &
        recvcount, recvtype, comm, ierror) bind(C, &
        name="tampi_ineighbor_alltoall_norequest_f08_")
      import :: MPI_Datatype, MPI_Comm
      !GCC$ attributes no_arg_check :: sendbuf
      type(*), dimension(*) :: sendbuf
      integer :: sendcount
      type(MPI_Datatype) :: sendtype
      !GCC$ attributes no_arg_check :: recvbuf
      type(*), dimension(*) :: recvbuf
      integer :: recvcount
      type(MPI_Datatype) :: recvtype
      type(MPI_Comm) :: comm
      integer, optional :: ierror
    end subroutine TAMPI_Ineighbor_alltoall_norequest_f08
  end interface

  public :: TAMPI_Ineighbor_alltoallv
  interface TAMPI_Ineighbor_alltoallv
    subroutine TAMPI_Ineighbor_alltoallv_mpi(sendbuf, sendcounts, sdispls, sendtype, recvbuf, &
        recvcounts, rdispls, recvtype, comm, request, ierror) bind(C, &
        name="tampi_ineighbor_alltoallv_")
      !GCC$ attributes no_arg_check :: sendbuf
      type(*), dimension(*) :: sendbuf
      integer :: sendcounts(*)
      integer :: sdispls(*)
      integer :: sendtype
      !GCC$ attributes no_arg_check :: recvbuf
      type(*), dimension(*) :: recvbuf
      integer :: recvcounts(*)
      integer :: rdispls(*)
      integer :: recvtype
      integer :: comm
      integer :: request
      integer :: ierror
    end subroutine TAMPI_Ineighbor_alltoallv_mpi
    subroutine TAMPI_Ineighbor_alltoallv_norequest_mpi(sendbuf, sendcounts, sdispls, sendtype, &
        recvbuf, recvcounts, rdispls, recvtype, comm, ierror) bind(C, &
        name="tampi_ineighbor_alltoallv_norequest_")
      !GCC$ attributes no_arg_check :: sendbuf
      type(*), dimension(*) :: sendbuf
      integer :: sendcounts(*)
      integer :: sdispls(*)
      integer :: sendtype
      !GCC$ attributes no_arg_check :: recvbuf
      type(*), dimension(*) :: recvbuf
      integer :: recvcounts(*)
      integer :: rdispls(*)
      integer :: recvtype
      integer :: comm
      integer :: ierror
    end subroutine TAMPI_Ineighbor_alltoallv_norequest_mpi
    subroutine TAMPI_Ineighbor_alltoallv_f08(sendbuf, sendcounts, sdispls, sendtype, recvbuf, &
        recvcounts, rdispls, recvtype, comm, request, ierror) bind(C, &
        name="tampi_ineighbor_alltoallv_f08_")
      import :: MPI_Datatype, MPI_Comm, MPI_Request
      !GCC$ attributes no_arg_check :: sendbuf
      type(*), dimension(*) :: sendbuf
      integer :: sendcounts(*)
      integer :: sdispls(*)
      type(MPI_Datatype) :: sendtype
      !GCC$ attributes no_arg_check :: recvbuf
      type(*), dimension(*) :: recvbuf
      integer :: recvcounts(*)
      integer :: rdispls(*)
      type(MPI_Datatype) :: recvtype
      type(MPI_Comm) :: comm
      type(MPI_Request) :: request
      integer, optional :: ierror
    end subroutine TAMPI_Ineighbor_alltoallv_f08
    subroutine TAMPI_Ineighbor_alltoallv_norequest_f08(sendbuf, sendcounts, sdispls, sendtype, &
        recvbuf, recvcounts, rdispls, recvtype, comm, ierror) bind(C, &
        name="tampi_ineighbor_alltoallv_norequest_f08_")
      import :: MPI_Datatype, MPI_Comm
      !GCC$ attributes no_arg_check :: sendbuf
      type(*), dimension(*) :: sendbuf
      integer :: sendcounts(*)
      integer :: sdispls(*)
      type(MPI_Datatype) :: sendtype
      !GCC$ attributes no_arg_check :: recvbuf
      type(*), dimension(*) :: recvbuf
      integer :: recvcounts(*)
      integer :: rdispls(*)
      type(MPI_Datatype) :: recvtype
      type(MPI_Comm) :: comm
      integer, optional :: ierror
    end subroutine TAMPI_Ineighbor_alltoallv_norequest_f08
  end interface

  public :: TAMPI_Ineighbor_alltoallw
  interface TAMPI_Ineighbor_alltoallw
    subroutine TAMPI_Ineighbor_alltoallw_mpi(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, &
        recvcounts, rdispls, recvtypes, comm, request, ierror) bind(C, &
        name="tampi_ineighbor_alltoallw_")
      import :: MPI_ADDRESS_KIND
      !GCC$ attributes no_arg_check :: sendbuf
      type(*), dimension(*) :: sendbuf
      integer :: sendcounts(*)
      integer(MPI_ADDRESS_KIND) :: sdispls(*)
      integer :: sendtypes(*)
      !GCC$ attributes no_arg_check :: recvbuf
      type(*), dimension(*) :: recvbuf
      integer :: recvcounts(*)
      integer(MPI_ADDRESS_KIND) :: rdispls(*)
      integer :: recvtypes(*)
      integer :: comm
      integer :: request
      integer :: ierror
    end subroutine TAMPI_Ineighbor_alltoallw_mpi
    subroutine TAMPI_Ineighbor_alltoallw_norequest_mpi(sendbuf, sendcounts, sdispls, sendtypes, &
        recvbuf, recvcounts, rdispls, recvtypes, comm, ierror) bind(C, &
        name="tampi_ineighbor_alltoallw_norequest_")
      import :: MPI_ADDRESS_KIND
      !GCC$ attributes no_arg_check :: sendbuf
      type(*), dimension(*) :: sendbuf
      integer :: sendcounts(*)
      integer(MPI_ADDRESS_KIND) :: sdispls(*)
      integer :: sendtypes(*)
      !GCC$ attributes no_arg_check :: recvbuf
      type(*), dimension(*) :: recvbuf
      integer :: recvcounts(*)
      integer(MPI_ADDRESS_KIND) :: rdispls(*)
      integer :: recvtypes(*)
      integer :: comm
      integer :: ierror
    end subroutine TAMPI_Ineighbor_alltoallw_norequest_mpi
    subroutine TAMPI_Ineighbor_alltoallw_f08(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, &
        recvcounts, rdispls, recvtypes, comm, request, ierror) bind(C, &
        name="tampi_ineighbor_alltoallw_f08_")
      import :: MPI_ADDRESS_KIND, MPI_Datatype, MPI_Comm, MPI_Request
      !GCC$ attributes no_arg_check :: sendbuf
      type(*), dimension(*) :: sendbuf
      integer :: sendcounts(*)
      integer(MPI_ADDRESS_KIND) :: sdispls(*)
      type(MPI_Datatype) :: sendtypes(*)
      !GCC$ attributes no_arg_check :: recvbuf
      type(*), dimension(*) :: recvbuf
      integer :: recvcounts(*)
      integer(MPI_ADDRESS_KIND) :: rdispls(*)
      type(MPI_Datatype) :: recvtypes(*)
      type(MPI_Comm) :: comm
      type(MPI_Request) :: request
      integer, optional :: ierror
    end subroutine TAMPI_Ineighbor_alltoallw_f08
    subroutine TAMPI_Ineighbor_alltoallw_norequest_f08(sendbuf, sendcounts, sdispls, sendtypes, &
        recvbuf, recvcounts, rdispls, recvtypes, comm, ierror) bind(C, &
        name="tampi_ineighbor_alltoallw_norequest_f08_")
      import :: MPI_ADDRESS_KIND, MPI_Datatype, MPI_Comm
      !GCC$ attributes no_arg_check :: sendbuf
      type(*), dimension(*) :: sendbuf
      integer :: sendcounts(*)
      integer(MPI_ADDRESS_KIND) :: sdispls(*)
      type(MPI_Datatype) :: sendtypes(*)
      !GCC$ attributes no_arg_check :: recvbuf
      type(*), dimension(*) :: recvbuf
      integer :: recvcounts(*)
      integer(MPI_ADDRESS_KIND) :: rdispls(*)
      type(MPI_Datatype) :: recvtypes(*)
      type(MPI_Comm) :: comm
      integer, optional :: ierror
    end subroutine TAMPI_Ineighbor_alltoallw_norequest_f08
  end interface

  public :: TAMPI_Ireduce
  interface TAMPI_Ireduce
    subroutine TAMPI_Ireduce_mpi(sendbuf, recvbuf, count, datatype, op, root, comm, request, &
        ierror) bind(C, name="tampi_ireduce_")
      !GCC$ attributes no_arg_check :: sendbuf
      type(*), dimension(*) :: sendbuf
      !GCC$ attributes no_arg_check :: recvbuf
      type(*), dimension(*) :: recvbuf
      integer :: count
      integer :: datatype
      integer :: op
      integer :: root
      integer :: comm
      integer :: request
      integer :: ierror
    end subroutine TAMPI_Ireduce_mpi
    subroutine TAMPI_Ireduce_norequest_mpi(sendbuf, recvbuf, count, datatype, op, root, comm, &
        ierror) bind(C, name="tampi_ireduce_norequest_")
      !GCC$ attributes no_arg_check :: sendbuf
      type(*), dimension(*) :: sendbuf
      !GCC$ attributes no_arg_check :: recvbuf
      type(*), dimension(*) :: recvbuf
      integer :: count
      integer :: datatype
      integer :: op
      integer :: root
      integer :: comm
      integer :: ierror
    end subroutine TAMPI_Ireduce_norequest_mpi
    subroutine TAMPI_Ireduce_f08(sendbuf, recvbuf, count, datatype, op, root, comm, request, &
        ierror) bind(C, name="tampi_ireduce_f08_")
      import :: MPI_Datatype, MPI_Op, MPI_Comm, MPI_Request
      !GCC$ attributes no_arg_check :: sendbuf
      type(*), dimension(*) :: sendbuf
      !GCC$ attributes no_arg_check :: recvbuf
      type(*), dimension(*) :: recvbuf
      integer :: count
      type(MPI_Datatype) :: datatype
      type(MPI_Op) :: op
      integer :: root
      type(MPI_Comm) :: comm
      type(MPI_Request) :: request
      integer, optional :: ierror
    end subroutine TAMPI_Ireduce_f08
    subroutine TAMPI_Ireduce_norequest_f08(sendbuf, recvbuf, count, datatype, op, root, comm, &
        ierror) bind(C, name="tampi_ireduce_norequest_f08_")
      import :: MPI_Datatype, MPI_Op, MPI_Comm
      !GCC$ attributes no_arg_check :: sendbuf
      type(*), dimension(*) :: sendbuf
      !GCC$ attributes no_arg_check :: recvbuf
      type(*), dimension(*) :: recvbuf
      integer :: count
      type(MPI_Datatype) :: datatype
      type(MPI_Op) :: op
      integer :: root
      type(MPI_Comm) :: comm
      integer, optional :: ierror
    end subroutine TAMPI_Ireduce_norequest_f08
  end interface

  public :: TAMPI_Ireduce_scatter
  interface TAMPI_Ireduce_scatter
    subroutine TAMPI_Ireduce_scatter_mpi(sendbuf, recvbuf, recvcounts, datatype, op, comm, &
        request, ierror) bind(C, name="tampi_ireduce_scatter_")
      !GCC$ attributes no_arg_check :: sendbuf
      type(*), dimension(*) :: sendbuf
      !GCC$ attributes no_arg_check :: recvbuf
      type(*), dimension(*) :: recvbuf
      integer :: recvcounts(*)
      integer :: datatype
      integer :: op
      integer :: comm
      integer :: request
      integer :: ierror
    end subroutine TAMPI_Ireduce_scatter_mpi
    subroutine TAMPI_Ireduce_scatter_norequest_mpi(sendbuf, recvbuf, recvcounts, datatype, op, &
        comm, ierror) bind(C, name="tampi_ireduce_scatter_norequest_")
      !GCC$ attributes no_arg_check :: sendbuf
      type(*), dimension(*) :: sendbuf
      !GCC$ attributes no_arg_check :: recvbuf
      type(*), dimension(*) :: recvbuf
      integer :: recvcounts(*)
      integer :: datatype
      integer :: op
      integer :: comm
      integer :: ierror
    end subroutine TAMPI_Ireduce_scatter_norequest_mpi
    subroutine TAMPI_Ireduce_scatter_f08(sendbuf, recvbuf, recvcounts, datatype, op, comm, &
        request, ierror) bind(C, name="tampi_ireduce_scatter_f08_")
      import :: MPI_Datatype, MPI_Op, MPI_Comm, MPI_Request
      !GCC$ attributes no_arg_check :: sendbuf
      type(*), dimension(*) :: sendbuf
      !GCC$ attributes no_arg_check :: recvbuf
      type(*), dimension(*) :: recvbuf
      integer :: recvcounts(*)
      type(MPI_Datatype) :: datatype
      type(MPI_Op) :: op
      type(MPI_Comm) :: comm
      type(MPI_Request) :: request
      integer, optional :: ierror
    end subroutine TAMPI_Ireduce_scatter_f08
    subroutine TAMPI_Ireduce_scatter_norequest_f08(sendbuf, recvbuf, recvcounts, datatype, op, &
        comm, ierror) bind(C, name="tampi_ireduce_scatter_norequest_f08_")
      import :: MPI_Datatype, MPI_Op, MPI_Comm
      !GCC$ attributes no_arg_check :: sendbuf
      type(*), dimension(*) :: sendbuf
      !GCC$ attributes no_arg_check :: recvbuf
      type(*), dimension(*) :: recvbuf
      integer :: recvcounts(*)
      type(MPI_Datatype) :: datatype
      type(MPI_Op) :: op
      type(MPI_Comm) :: comm
      integer, optional :: ierror
    end subroutine TAMPI_Ireduce_scatter_norequest_f08
  end interface

  public :: TAMPI_Ireduce_scatter_block
  interface TAMPI_Ireduce_scatter_block
    subroutine TAMPI_Ireduce_scatter_block_mpi(sendbuf, recvbuf, recvcount, datatype, op, comm, &
        request, ierror) bind(C, name="tampi_ireduce_scatter_block_")
      !GCC$ attributes no_arg_check :: sendbuf
      type(*), dimension(*) :: sendbuf
      !GCC$ attributes no_arg_check :: recvbuf
      type(*), dimension(*) :: recvbuf
      integer :: recvcount
      integer :: datatype
      integer :: op
      integer :: comm
      integer :: request
      integer :: ierror
    end subroutine TAMPI_Ireduce_scatter_block_mpi
    subroutine TAMPI_Ireduce_scatter_block_norequest_mpi(sendbuf, recvbuf, recvcount, datatype, &
        op, comm, ierror) bind(C, name="tampi_ireduce_scatter_block_norequest_")
      !GCC$ attributes no_arg_check :: sendbuf
      type(*), dimension(*) :: sendbuf
      !GCC$ attributes no_arg_check :: recvbuf
      type(*), dimension(*) :: recvbuf
      integer :: recvcount
      integer :: datatype
      integer :: op
      integer :: comm
      integer :: ierror
    end subroutine TAMPI_Ireduce_scatter_block_norequest_mpi
    subroutine TAMPI_Ireduce_scatter_block_f08(sendbuf, recvbuf, recvcount, datatype, op, comm, &
        request, ierror) bind(C, name="tampi_ireduce_scatter_block_f08_")
      import :: MPI_Datatype, MPI_Op, MPI_Comm, MPI_Request
      !GCC$ attributes no_arg_check :: sendbuf
      type(*), dimension(*) :: sendbuf
      !GCC$ attributes no_arg_check :: recvbuf
      type(*), dimension(*) :: recvbuf
      integer :: recvcount
      type(MPI_Datatype) :: datatype
      type(MPI_Op) :: op
      type(MPI_Comm) :: comm
      type(MPI_Request) :: request
      integer, optional :: ierror
    end subroutine TAMPI_Ireduce_scatter_block_f08
    subroutine TAMPI_Ireduce_scatter_block_norequest_f08(sendbuf, recvbuf, recvcount, datatype, &
        op, comm, ierror) bind(C, name="tampi_ireduce_scatter_block_norequest_f08_")
      import :: MPI_Datatype, MPI_Op, MPI_Comm
      !GCC$ attributes no_arg_check :: sendbuf
      type(*), dimension(*) :: sendbuf
      !GCC$ attributes no_arg_check :: recvbuf
      type(*), dimension(*) :: recvbuf
      integer :: recvcount
      type(MPI_Datatype) :: datatype
      type(MPI_Op) :: op
      type(MPI_Comm) :: comm
      integer, optional :: ierror
    end subroutine TAMPI_Ireduce_scatter_block_norequest_f08
  end interface

  public :: TAMPI_Iscan
  interface TAMPI_Iscan
    subroutine TAMPI_Iscan_mpi(sendbuf, recvbuf, count, datatype, op, comm, request, &
        ierror) bind(C, name="tampi_iscan_")
      !GCC$ attributes no_arg_check :: sendbuf
      type(*), dimension(*) :: sendbuf
      !GCC$ attributes no_arg_check :: recvbuf
      type(*), dimension(*) :: recvbuf
      integer :: count
      integer :: datatype
      integer :: op
      integer :: comm
      integer :: request
      integer :: ierror
    end subroutine TAMPI_Iscan_mpi
    subroutine TAMPI_Iscan_norequest_mpi(sendbuf, recvbuf, count, datatype, op, comm, &
        ierror) bind(C, name="tampi_iscan_norequest_")
      !GCC$ attributes no_arg_check :: sendbuf
      type(*), dimension(*) :: sendbuf
      !GCC$ attributes no_arg_check :: recvbuf
      type(*), dimension(*) :: recvbuf
      integer :: count
      integer :: datatype
      integer :: op
      integer :: comm
      integer :: ierror
    end subroutine TAMPI_Iscan_norequest_mpi
    subroutine TAMPI_Iscan_f08(sendbuf, recvbuf, count, datatype, op, comm, request, &
        ierror) bind(C, name="tampi_iscan_f08_")
      import :: MPI_Datatype, MPI_Op, MPI_Comm, MPI_Request
      !GCC$ attributes no_arg_check :: sendbuf
      type(*), dimension(*) :: sendbuf
      !GCC$ attributes no_arg_check :: recvbuf
      type(*), dimension(*) :: recvbuf
      integer :: count
      type(MPI_Datatype) :: datatype
      type(MPI_Op) :: op
      type(MPI_Comm) :: comm
      type(MPI_Request) :: request
      integer, optional :: ierror
    end subroutine TAMPI_Iscan_f08
    subroutine TAMPI_Iscan_norequest_f08(sendbuf, recvbuf, count, datatype, op, comm, &
        ierror) bind(C, name="tampi_iscan_norequest_f08_")
      import :: MPI_Datatype, MPI_Op, MPI_Comm
      !GCC$ attributes no_arg_check :: sendbuf
      type(*), dimension(*) :: sendbuf
      !GCC$ attributes no_arg_check :: recvbuf
      type(*), dimension(*) :: recvbuf
      integer :: count
      type(MPI_Datatype) :: datatype
      type(MPI_Op) :: op
      type(MPI_Comm) :: comm
      integer, optional :: ierror
    end subroutine TAMPI_Iscan_norequest_f08
  end interface

  public :: TAMPI_Iscatter
  interface TAMPI_Iscatter
    subroutine TAMPI_Iscatter_mpi(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, &
        root, comm, request, ierror) bind(C, name="tampi_iscatter_")
      !GCC$ attributes no_arg_check :: sendbuf
      type(*), dimension(*) :: sendbuf
      integer :: sendcount
      integer :: sendtype
      !GCC$ attributes no_arg_check :: recvbuf
      type(*), dimension(*) :: recvbuf
      integer :: recvcount
      integer :: recvtype
      integer :: root
      integer :: comm
      integer :: request
      integer :: ierror
    end subroutine TAMPI_Iscatter_mpi
    subroutine TAMPI_Iscatter_norequest_mpi(sendbuf, sendcount, sendtype, recvbuf, recvcount, &
        recvtype, root, comm, ierror) bind(C, name="tampi_iscatter_norequest_")
      !GCC$ attributes no_arg_check :: sendbuf
      type(*), dimension(*) :: sendbuf
      integer :: sendcount
      integer :: sendtype
      !GCC$ attributes no_arg_check :: recvbuf
      type(*), dimension(*) :: recvbuf
      integer :: recvcount
      integer :: recvtype
      integer :: root
      integer :: comm
      integer :: ierror
    end subroutine TAMPI_Iscatter_norequest_mpi
    subroutine TAMPI_Iscatter_f08(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, &
        root, comm, request, ierror) bind(C, name="tampi_iscatter_f08_")
      import :: MPI_Datatype, MPI_Comm, MPI_Request
      !GCC$ attributes no_arg_check :: sendbuf
      type(*), dimension(*) :: sendbuf
      integer :: sendcount
      type(MPI_Datatype) :: sendtype
      !GCC$ attributes no_arg_check :: recvbuf
      type(*), dimension(*) :: recvbuf
      integer :: recvcount
      type(MPI_Datatype) :: recvtype
      integer :: root
      type(MPI_Comm) :: comm
      type(MPI_Request) :: request
      integer, optional :: ierror
    end subroutine TAMPI_Iscatter_f08
    subroutine TAMPI_Iscatter_norequest_f08(sendbuf, sendcount, sendtype, recvbuf, recvcount, &
        recvtype, root, comm, ierror) bind(C, name="tampi_iscatter_norequest_f08_")
      import :: MPI_Datatype, MPI_Comm
      !GCC$ attributes no_arg_check :: sendbuf
      type(*), dimension(*) :: sendbuf
      integer :: sendcount
      type(MPI_Datatype) :: sendtype
      !GCC$ attributes no_arg_check :: recvbuf
      type(*), dimension(*) :: recvbuf
      integer :: recvcount
      type(MPI_Datatype) :: recvtype
      integer :: root
      type(MPI_Comm) :: comm
      integer, optional :: ierror
    end subroutine TAMPI_Iscatter_norequest_f08
  end interface

  public :: TAMPI_Iscatterv
  interface TAMPI_Iscatterv
    subroutine TAMPI_Iscatterv_mpi(sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, &
        recvtype, root, comm, request, ierror) bind(C, name="tampi_iscatterv_")
      !GCC$ attributes no_arg_check :: sendbuf
      type(*), dimension(*) :: sendbuf
      integer :: sendcounts(*)
      integer :: displs(*)
      integer :: sendtype
      !GCC$ attributes no_arg_check :: recvbuf
      type(*), dimension(*) :: recvbuf
      integer :: recvcount
      integer :: recvtype
      integer :: root
      integer :: comm
      integer :: request
      integer :: ierror
    end subroutine TAMPI_Iscatterv_mpi
    subroutine TAMPI_Iscatterv_norequest_mpi(sendbuf, sendcounts, displs, sendtype, recvbuf, &
        recvcount, recvtype, root, comm, ierror) bind(C, name="tampi_iscatterv_norequest_")
      !GCC$ attributes no_arg_check :: sendbuf
      type(*), dimension(*) :: sendbuf
      integer :: sendcounts(*)
      integer :: displs(*)
      integer :: sendtype
      !GCC$ attributes no_arg_check :: recvbuf
      type(*), dimension(*) :: recvbuf
      integer :: recvcount
      integer :: recvtype
      integer :: root
      integer :: comm
      integer :: ierror
    end subroutine TAMPI_Iscatterv_norequest_mpi
    subroutine TAMPI_Iscatterv_f08(sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, &
        recvtype, root, comm, request, ierror) bind(C, name="tampi_iscatterv_f08_")
      import :: MPI_Datatype, MPI_Comm, MPI_Request
      !GCC$ attributes no_arg_check :: sendbuf
      type(*), dimension(*) :: sendbuf
      integer :: sendcounts(*)
      integer :: displs(*)
      type(MPI_Datatype) :: sendtype
      !GCC$ attributes no_arg_check :: recvbuf
      type(*), dimension(*) :: recvbuf
      integer :: recvcount
      type(MPI_Datatype) :: recvtype
      integer :: root
      type(MPI_Comm) :: comm
      type(MPI_Request) :: request
      integer, optional :: ierror
    end subroutine TAMPI_Iscatterv_f08
    subroutine TAMPI_Iscatterv_norequest_f08(sendbuf, sendcounts, displs, sendtype, recvbuf, &
        recvcount, recvtype, root, comm, ierror) bind(C, name="tampi_iscatterv_norequest_f08_")
      import :: MPI_Datatype, MPI_Comm
      !GCC$ attributes no_arg_check :: sendbuf
      type(*), dimension(*) :: sendbuf
      integer :: sendcounts(*)
      integer :: displs(*)
      type(MPI_Datatype) :: sendtype
      !GCC$ attributes no_arg_check :: recvbuf
      type(*), dimension(*) :: recvbuf
      integer :: recvcount
      type(MPI_Datatype) :: recvtype
      integer :: root
      type(MPI_Comm) :: comm
      integer, optional :: ierror
    end subroutine TAMPI_Iscatterv_norequest_f08
  end interface

  public :: TAMPI_Comm_idup
  interface TAMPI_Comm_idup
    subroutine TAMPI_Comm_idup_mpi(comm, newcomm, request, ierror) bind(C, &
        name="tampi_comm_idup_")
      integer :: comm
      integer :: newcomm
      integer :: request
      integer :: ierror
    end subroutine TAMPI_Comm_idup_mpi
    subroutine TAMPI_Comm_idup_norequest_mpi(comm, newcomm, ierror) bind(C, &
        name="tampi_comm_idup_norequest_")
      integer :: comm
      integer :: newcomm
      integer :: ierror
    end subroutine TAMPI_Comm_idup_norequest_mpi
    subroutine TAMPI_Comm_idup_f08(comm, newcomm, request, ierror) bind(C, &
        name="tampi_comm_idup_f08_")
      import :: MPI_Comm, MPI_Request
      type(MPI_Comm) :: comm
      type(MPI_Comm) :: newcomm
      type(MPI_Request) :: request
      integer, optional :: ierror
    end subroutine TAMPI_Comm_idup_f08
    subroutine TAMPI_Comm_idup_norequest_f08(comm, newcomm, ierror) bind(C, &
        name="tampi_comm_idup_norequest_f08_")
      import :: MPI_Comm
      type(MPI_Comm) :: comm
      type(MPI_Comm) :: newcomm
      integer, optional :: ierror
    end subroutine TAMPI_Comm_idup_norequest_f08
  end interface

  public :: TAMPI_Comm_idup_with_info
  interface TAMPI_Comm_idup_with_info
    subroutine TAMPI_Comm_idup_with_info_mpi(comm, info, newcomm, request, ierror) bind(C, &
        name="tampi_comm_idup_with_info_")
      integer :: comm
      integer :: info
      integer :: newcomm
      integer :: request
      integer :: ierror
    end subroutine TAMPI_Comm_idup_with_info_mpi
    subroutine TAMPI_Comm_idup_with_info_norequest_mpi(comm, info, newcomm, ierror) bind(C, &
        name="tampi_comm_idup_with_info_norequest_")
      integer :: comm
      integer :: info
      integer :: newcomm
      integer :: ierror
    end subroutine TAMPI_Comm_idup_with_info_norequest_mpi
    subroutine TAMPI_Comm_idup_with_info_f08(comm, info, newcomm, request, ierror) bind(C, &
        name="tampi_comm_idup_with_info_f08_")
      import :: MPI_Comm, MPI_Info, MPI_Request
      type(MPI_Comm) :: comm
      type(MPI_Info) :: info
      type(MPI_Comm) :: newcomm
      type(MPI_Request) :: request
      integer, optional :: ierror
    end subroutine TAMPI_Comm_idup_with_info_f08
    subroutine TAMPI_Comm_idup_with_info_norequest_f08(comm, info, newcomm, ierror) bind(C, &
        name="tampi_comm_idup_with_info_norequest_f08_")
      import :: MPI_Comm, MPI_Info
      type(MPI_Comm) :: comm
      type(MPI_Info) :: info
      type(MPI_Comm) :: newcomm
      integer, optional :: ierror
    end subroutine TAMPI_Comm_idup_with_info_norequest_f08
  end interface

  public :: TAMPI_Raccumulate
  interface TAMPI_Raccumulate
    subroutine TAMPI_Raccumulate_mpi(origin_addr, origin_count, origin_datatype, target_rank, &
        target_disp, target_count, target_datatype, op, win, request, ierror) bind(C, &
        name="tampi_raccumulate_")
      import :: MPI_ADDRESS_KIND
      !GCC$ attributes no_arg_check :: origin_addr
      type(*), dimension(*) :: origin_addr
      integer :: origin_count
      integer :: origin_datatype
      integer :: target_rank
      integer(MPI_ADDRESS_KIND) :: target_disp
      integer :: target_count
      integer :: target_datatype
      integer :: op
      integer :: win
      integer :: request
      integer :: ierror
    end subroutine TAMPI_Raccumulate_mpi
    subroutine TAMPI_Raccumulate_norequest_mpi(origin_addr, origin_count, origin_datatype, &
        target_rank, target_disp, target_count, target_datatype, op, win, ierror) bind(C, &
        name="tampi_raccumulate_norequest_")
      import :: MPI_ADDRESS_KIND
      !GCC$ attributes no_arg_check :: origin_addr
      type(*), dimension(*) :: origin_addr
      integer :: origin_count
      integer :: origin_datatype
      integer :: target_rank
      integer(MPI_ADDRESS_KIND) :: target_disp
      integer :: target_count
      integer :: target_datatype
      integer :: op
      integer :: win
      integer :: ierror
    end subroutine TAMPI_Raccumulate_norequest_mpi
    subroutine TAMPI_Raccumulate_f08(origin_addr, origin_count, origin_datatype, target_rank, &
        target_disp, target_count, target_datatype, op, win, request, ierror) bind(C, &
        name="tampi_raccumulate_f08_")
      import :: MPI_Datatype, MPI_ADDRESS_KIND, MPI_Op, MPI_Win, MPI_Request
      !GCC$ attributes no_arg_check :: origin_addr
      type(*), dimension(*) :: origin_addr
      integer :: origin_count
      type(MPI_Datatype) :: origin_datatype
      integer :: target_rank
      integer(MPI_ADDRESS_KIND) :: target_disp
      integer :: target_count
      type(MPI_Datatype) :: target_datatype
      type(MPI_Op) :: op
      type(MPI_Win) :: win
      type(MPI_Request) :: request
      integer, optional :: ierror
    end subroutine TAMPI_Raccumulate_f08
    subroutine TAMPI_Raccumulate_norequest_f08(origin_addr, origin_count, origin_datatype, &
        target_rank, target_disp, target_count, target_datatype, op, win, ierror) bind(C, &
        name="tampi_raccumulate_norequest_f08_")
      import :: MPI_Datatype, MPI_ADDRESS_KIND, MPI_Op, MPI_Win
      !GCC$ attributes no_arg_check :: origin_addr
      type(*), dimension(*) :: origin_addr
      integer :: origin_count
      type(MPI_Datatype) :: origin_datatype
      integer :: target_rank
      integer(MPI_ADDRESS_KIND) :: target_disp
      integer :: target_count
      type(MPI_Datatype) :: target_datatype
      type(MPI_Op) :: op
      type(MPI_Win) :: win
      integer, optional :: ierror
    end subroutine TAMPI_Raccumulate_norequest_f08
  end interface

  public :: TAMPI_Rget
  interface TAMPI_Rget
    subroutine TAMPI_Rget_mpi(origin_addr, origin_count, origin_datatype, target_rank, &
        target_disp, target_count, target_datatype, win, request, ierror) bind(C, &
        name="tampi_rget_")
      import :: MPI_ADDRESS_KIND
      !GCC$ attributes no_arg_check :: origin_addr
      type(*), dimension(*) :: origin_addr
      integer :: origin_count
      integer :: origin_datatype
      integer :: target_rank
      integer(MPI_ADDRESS_KIND) :: target_disp
      integer :: target_count
      integer :: target_datatype
      integer :: win
      integer :: request
      integer :: ierror
    end subroutine TAMPI_Rget_mpi
    subroutine TAMPI_Rget_norequest_mpi(origin_addr, origin_count, origin_datatype, target_rank, &
        target_disp, target_count, target_datatype, win, ierror) bind(C, &
        name="tampi_rget_norequest_")
      import :: MPI_ADDRESS_KIND
      !GCC$ attributes no_arg_check :: origin_addr
      type(*), dimension(*) :: origin_addr
      integer :: origin_count
      integer :: origin_datatype
      integer :: target_rank
      integer(MPI_ADDRESS_KIND) :: target_disp
      integer :: target_count
      integer :: target_datatype
      integer :: win
      integer :: ierror
    end subroutine TAMPI_Rget_norequest_mpi
    subroutine TAMPI_Rget_f08(origin_addr, origin_count, origin_datatype, target_rank, &
        target_disp, target_count, target_datatype, win, request, ierror) bind(C, &
        name="tampi_rget_f08_")
      import :: MPI_Datatype, MPI_ADDRESS_KIND, MPI_Win, MPI_Request
      !GCC$ attributes no_arg_check :: origin_addr
      type(*), dimension(*) :: origin_addr
      integer :: origin_count
      type(MPI_Datatype) :: origin_datatype
      integer :: target_rank
      integer(MPI_ADDRESS_KIND) :: target_disp
      integer :: target_count
      type(MPI_Datatype) :: target_datatype
      type(MPI_Win) :: win
      type(MPI_Request) :: request
      integer, optional :: ierror
    end subroutine TAMPI_Rget_f08
    subroutine TAMPI_Rget_norequest_f08(origin_addr, origin_count, origin_datatype, target_rank, &
        target_disp, target_count, target_datatype, win, ierror) bind(C, &
        name="tampi_rget_norequest_f08_")
      import :: MPI_Datatype, MPI_ADDRESS_KIND, MPI_Win
      !GCC$ attributes no_arg_check :: origin_addr
      type(*), dimension(*) :: origin_addr
      integer :: origin_count
      type(MPI_Datatype) :: origin_datatype
      integer :: target_rank
      integer(MPI_ADDRESS_KIND) :: target_disp
      integer :: target_count
      type(MPI_Datatype) :: target_datatype
      type(MPI_Win) :: win
      integer, optional :: ierror
    end subroutine TAMPI_Rget_norequest_f08
  end interface

  public :: TAMPI_Rget_accumulate
  interface TAMPI_Rget_accumulate
    subroutine TAMPI_Rget_accumulate_mpi(origin_addr, origin_count, origin_datatype, &
        result_addr, result_count, result_datatype, target_rank, target_disp, target_count, &
        target_datatype, op, win, request, ierror) bind(C, name="tampi_rget_accumulate_")
      import :: MPI_ADDRESS_KIND
      !GCC$ attributes no_arg_check :: origin_addr
      type(*), dimension(*) :: origin_addr
      integer :: origin_count
      integer :: origin_datatype
      !GCC$ attributes no_arg_check :: result_addr
      type(*), dimension(*) :: result_addr
      integer :: result_count
      integer :: result_datatype
      integer :: target_rank
      integer(MPI_ADDRESS_KIND) :: target_disp
      integer :: target_count
      integer :: target_datatype
      integer :: op
      integer :: win
      integer :: request
      integer :: ierror
    end subroutine TAMPI_Rget_accumulate_mpi
    subroutine TAMPI_Rget_accumulate_norequest_mpi(origin_addr, origin_count, origin_datatype, &
        result_addr, result_count, result_datatype, target_rank, target_disp, target_count, &
        target_datatype, op, win, ierror) bind(C, name="tampi_rget_accumulate_norequest_")
      import :: MPI_ADDRESS_KIND
      !GCC$ attributes no_arg_check :: origin_addr
      type(*), dimension(*) :: origin_addr
      integer :: origin_count
      integer :: origin_datatype
      !GCC$ attributes no_arg_check :: result_addr
      type(*), dimension(*) :: result_addr
      integer :: result_count
      integer :: result_datatype
      integer :: target_rank
      integer(MPI_ADDRESS_KIND) :: target_disp
      integer :: target_count
      integer :: target_datatype
      integer :: op
      integer :: win
      integer :: ierror
    end subroutine TAMPI_Rget_accumulate_norequest_mpi
    subroutine TAMPI_Rget_accumulate_f08(origin_addr, origin_count, origin_datatype, &
        result_addr, result_count, result_datatype, target_rank, target_disp, target_count, &
        target_datatype, op, win, request, ierror) bind(C, name="tampi_rget_accumulate_f08_")
      import :: MPI_Datatype, MPI_ADDRESS_KIND, MPI_Op, MPI_Win, MPI_Request
      !GCC$ attributes no_arg_check :: origin_addr
      type(*), dimension(*) :: origin_addr
      integer :: origin_count
      type(MPI_Datatype) :: origin_datatype
      !GCC$ attributes no_arg_check :: result_addr
      type(*), dimension(*) :: result_addr
      integer :: result_count
      type(MPI_Datatype) :: result_datatype
      integer :: target_rank
      integer(MPI_ADDRESS_KIND) :: target_disp
      integer :: target_count
      type(MPI_Datatype) :: target_datatype
      type(MPI_Op) :: op
      type(MPI_Win) :: win
      type(MPI_Request) :: request
      integer, optional :: ierror
    end subroutine TAMPI_Rget_accumulate_f08
    subroutine TAMPI_Rget_accumulate_norequest_f08(origin_addr, origin_count, origin_datatype, &
        result_addr, result_count, result_datatype, target_rank, target_disp, target_count, &
        target_datatype, op, win, ierror) bind(C, name="tampi_rget_accumulate_norequest_f08_")
      import :: MPI_Datatype, MPI_ADDRESS_KIND, MPI_Op, MPI_Win
      !GCC$ attributes no_arg_check :: origin_addr
      type(*), dimension(*) :: origin_addr
      integer :: origin_count
      type(MPI_Datatype) :: origin_datatype
      !GCC$ attributes no_arg_check :: result_addr
      type(*), dimension(*) :: result_addr
      integer :: result_count
      type(MPI_Datatype) :: result_datatype
      integer :: target_rank
      integer(MPI_ADDRESS_KIND) :: target_disp
      integer :: target_count
      type(MPI_Datatype) :: target_datatype
      type(MPI_Op) :: op
      type(MPI_Win) :: win
      integer, optional :: ierror
    end subroutine TAMPI_Rget_accumulate_norequest_f08
  end interface

  public :: TAMPI_Rput
  interface TAMPI_Rput
    subroutine TAMPI_Rput_mpi(origin_addr, origin_count, origin_datatype, target_rank, &
        target_disp, target_count, target_datatype, win, request, ierror) bind(C, &
        name="tampi_rput_")
      import :: MPI_ADDRESS_KIND
      !GCC$ attributes no_arg_check :: origin_addr
      type(*), dimension(*) :: origin_addr
      integer :: origin_count
      integer :: origin_datatype
      integer :: target_rank
      integer(MPI_ADDRESS_KIND) :: target_disp
      integer :: target_count
      integer :: target_datatype
      integer :: win
      integer :: request
      integer :: ierror
    end subroutine TAMPI_Rput_mpi
    subroutine TAMPI_Rput_norequest_mpi(origin_addr, origin_count, origin_datatype, target_rank, &
        target_disp, target_count, target_datatype, win, ierror) bind(C, &
        name="tampi_rput_norequest_")
      import :: MPI_ADDRESS_KIND
      !GCC$ attributes no_arg_check :: origin_addr
      type(*), dimension(*) :: origin_addr
      integer :: origin_count
      integer :: origin_datatype
      integer :: target_rank
      integer(MPI_ADDRESS_KIND) :: target_disp
      integer :: target_count
      integer :: target_datatype
      integer :: win
      integer :: ierror
    end subroutine TAMPI_Rput_norequest_mpi
    subroutine TAMPI_Rput_f08(origin_addr, origin_count, origin_datatype, target_rank, &
        target_disp, target_count, target_datatype, win, request, ierror) bind(C, &
        name="tampi_rput_f08_")
      import :: MPI_Datatype, MPI_ADDRESS_KIND, MPI_Win, MPI_Request
      !GCC$ attributes no_arg_check :: origin_addr
      type(*), dimension(*) :: origin_addr
      integer :: origin_count
      type(MPI_Datatype) :: origin_datatype
      integer :: target_rank
      integer(MPI_ADDRESS_KIND) :: target_disp
      integer :: target_count
      type(MPI_Datatype) :: target_datatype
      type(MPI_Win) :: win
      type(MPI_Request) :: request
      integer, optional :: ierror
    end subroutine TAMPI_Rput_f08
    subroutine TAMPI_Rput_norequest_f08(origin_addr, origin_count, origin_datatype, target_rank, &
        target_disp, target_count, target_datatype, win, ierror) bind(C, &
        name="tampi_rput_norequest_f08_")
      import :: MPI_Datatype, MPI_ADDRESS_KIND, MPI_Win
      !GCC$ attributes no_arg_check :: origin_addr
      type(*), dimension(*) :: origin_addr
      integer :: origin_count
      type(MPI_Datatype) :: origin_datatype
      integer :: target_rank
      integer(MPI_ADDRESS_KIND) :: target_disp
      integer :: target_count
      type(MPI_Datatype) :: target_datatype
      type(MPI_Win) :: win
      integer, optional :: ierror
    end subroutine TAMPI_Rput_norequest_f08
  end interface

  public :: TAMPI_File_iread
  interface TAMPI_File_iread
    subroutine TAMPI_File_iread_mpi(fh, buf, count, datatype, request, status, ierror) bind(C, &
        name="tampi_file_iread_")
      integer :: fh
      !GCC$ attributes no_arg_check :: buf
      type(*), dimension(*) :: buf
      integer :: count
      integer :: datatype
      integer :: request
      integer :: status(*)
      integer :: ierror
    end subroutine TAMPI_File_iread_mpi
    subroutine TAMPI_File_iread_norequest_mpi(fh, buf, count, datatype, status, ierror) bind(C, &
        name="tampi_file_iread_norequest_")
      integer :: fh
      !GCC$ attributes no_arg_check :: buf
      type(*), dimension(*) :: buf
      integer :: count
      integer :: datatype
      integer :: status(*)
      integer :: ierror
    end subroutine TAMPI_File_iread_norequest_mpi
    subroutine TAMPI_File_iread_f08(fh, buf, count, datatype, request, status, ierror) bind(C, &
        name="tampi_file_iread_f08_")
      import :: MPI_File, MPI_Datatype, MPI_Request, MPI_Status
      type(MPI_File) :: fh
      !GCC$ attributes no_arg_check :: buf
      type(*), dimension(*) :: buf
      integer :: count
      type(MPI_Datatype) :: datatype
      type(MPI_Request) :: request
      type(MPI_Status) :: status
      integer, optional :: ierror
    end subroutine TAMPI_File_iread_f08
    subroutine TAMPI_File_iread_norequest_f08(fh, buf, count, datatype, status, ierror) bind(C, &
        name="tampi_file_iread_norequest_f08_")
      import :: MPI_File, MPI_Datatype, MPI_Status
      type(MPI_File) :: fh
      !GCC$ attributes no_arg_check :: buf
      type(*), dimension(*) :: buf
      integer :: count
      type(MPI_Datatype) :: datatype
      type(MPI_Status) :: status
      integer, optional :: ierror
    end subroutine TAMPI_File_iread_norequest_f08
  end interface

  public :: TAMPI_File_iread_all
  interface TAMPI_File_iread_all
    subroutine TAMPI_File_iread_all_mpi(fh, buf, count, datatype, request, status, &
        ierror) bind(C, name="tampi_file_iread_all_")
      integer :: fh
      !GCC$ attributes no_arg_check :: buf
      type(*), dimension(*) :: buf
      integer :: count
      integer :: datatype
      integer :: request
      integer :: status(*)
      integer :: ierror
    end subroutine TAMPI_File_iread_all_mpi
    subroutine TAMPI_File_iread_all_norequest_mpi(fh, buf, count, datatype, status, &
        ierror) bind(C, name="tampi_file_iread_all_norequest_")
      integer :: fh
      !GCC$ attributes no_arg_check :: buf
      type(*), dimension(*) :: buf
      integer :: count
      integer :: datatype
      integer :: status(*)
      integer :: ierror
    end subroutine TAMPI_File_iread_all_norequest_mpi
    subroutine TAMPI_File_iread_all_f08(fh, buf, count, datatype, request, status, &
        ierror) bind(C, name="tampi_file_iread_all_f08_")
      import :: MPI_File, MPI_Datatype, MPI_Request, MPI_Status
      type(MPI_File) :: fh
      !GCC$ attributes no_arg_check :: buf
      type(*), dimension(*) :: buf
      integer :: count
      type(MPI_Datatype) :: datatype
      type(MPI_Request) :: request
      type(MPI_Status) :: status
      integer, optional :: ierror
    end subroutine TAMPI_File_iread_all_f08
    subroutine TAMPI_File_iread_all_norequest_f08(fh, buf, count, datatype, status, &
        ierror) bind(C, name="tampi_file_iread_all_norequest_f08_")
      import :: MPI_File, MPI_Datatype, MPI_Status
      type(MPI_File) :: fh
      !GCC$ attributes no_arg_check :: buf
      type(*), dimension(*) :: buf
      integer :: count
      type(MPI_Datatype) :: datatype
      type(MPI_Status) :: status
      integer, optional :: ierror
    end subroutine TAMPI_File_iread_all_norequest_f08
  end interface

  public :: TAMPI_File_iread_at
  interface TAMPI_File_iread_at
    subroutine TAMPI_File_iread_at_mpi(fh, offset, buf, count, datatype, request, status, &
        ierror) bind(C, name="tampi_file_iread_at_")
      import :: MPI_OFFSET_KIND
      integer :: fh
      integer(MPI_OFFSET_KIND) :: offset
      !GCC$ attributes no_arg_check :: buf
      type(*), dimension(*) :: buf
      integer :: count
      integer :: datatype
      integer :: request
      integer :: status(*)
      integer :: ierror
    end subroutine TAMPI_File_iread_at_mpi
    subroutine TAMPI_File_iread_at_norequest_mpi(fh, offset, buf, count, datatype, status, &
        ierror) bind(C, name="tampi_file_iread_at_norequest_")
      import :: MPI_OFFSET_KIND
      integer :: fh
      integer(MPI_OFFSET_KIND) :: offset
      !GCC$ attributes no_arg_check :: buf
      type(*), dimension(*) :: buf
      integer :: count
      integer :: datatype
      integer :: status(*)
      integer :: ierror
    end subroutine TAMPI_File_iread_at_norequest_mpi
    subroutine TAMPI_File_iread_at_f08(fh, offset, buf, count, datatype, request, status, &
        ierror) bind(C, name="tampi_file_iread_at_f08_")
      import :: MPI_File, MPI_OFFSET_KIND, MPI_Datatype, MPI_Request, MPI_Status
      type(MPI_File) :: fh
      integer(MPI_OFFSET_KIND) :: offset
      !GCC$ attributes no_arg_check :: buf
      type(*), dimension(*) :: buf
      integer :: count
      type(MPI_Datatype) :: datatype
      type(MPI_Request) :: request
      type(MPI_Status) :: status
      integer, optional :: ierror
    end subroutine TAMPI_File_iread_at_f08
    subroutine TAMPI_File_iread_at_norequest_f08(fh, offset, buf, count, datatype, status, &
        ierror) bind(C, name="tampi_file_iread_at_norequest_f08_")
      import :: MPI_File, MPI_OFFSET_KIND, MPI_Datatype, MPI_Status
      type(MPI_File) :: fh
      integer(MPI_OFFSET_KIND) :: offset
      !GCC$ attributes no_arg_check :: buf
      type(*), dimension(*) :: buf
      integer :: count
      type(MPI_Datatype) :: datatype
      type(MPI_Status) :: status
      integer, optional :: ierror
    end subroutine TAMPI_File_iread_at_norequest_f08
  end interface

  public :: TAMPI_File_iread_at_all
  interface TAMPI_File_iread_at_all
    subroutine TAMPI_File_iread_at_all_mpi(fh, offset, buf, count, datatype, request, status, &
        ierror) bind(C, name="tampi_file_iread_at_all_")
      import :: MPI_OFFSET_KIND
      integer :: fh
      integer(MPI_OFFSET_KIND) :: offset
      !GCC$ attributes no_arg_check :: buf
      type(*), dimension(*) :: buf
      integer :: count
      integer :: datatype
      integer :: request
      integer :: status(*)
      integer :: ierror
    end subroutine TAMPI_File_iread_at_all_mpi
    subroutine TAMPI_File_iread_at_all_norequest_mpi(fh, offset, buf, count, datatype, status, &
        ierror) bind(C, name="tampi_file_iread_at_all_norequest_")
      import :: MPI_OFFSET_KIND
      integer :: fh
      integer(MPI_OFFSET_KIND) :: offset
      !GCC$ attributes no_arg_check :: buf
      type(*), dimension(*) :: buf
      integer :: count
      integer :: datatype
      integer :: status(*)
      integer :: ierror
    end subroutine TAMPI_File_iread_at_all_norequest_mpi
    subroutine TAMPI_File_iread_at_all_f08(fh, offset, buf, count, datatype, request, status, &
        ierror) bind(C, name="tampi_file_iread_at_all_f08_")
      import :: MPI_File, MPI_OFFSET_KIND, MPI_Datatype, MPI_Request, MPI_Status
      type(MPI_File) :: fh
      integer(MPI_OFFSET_KIND) :: offset
      !GCC$ attributes no_arg_check :: buf
      type(*), dimension(*) :: buf
      integer :: count
      type(MPI_Datatype) :: datatype
      type(MPI_Request) :: request
      type(MPI_Status) :: status
      integer, optional :: ierror
    end subroutine TAMPI_File_iread_at_all_f08
    subroutine TAMPI_File_iread_at_all_norequest_f08(fh, offset, buf, count, datatype, status, &
        ierror) bind(C, name="tampi_file_iread_at_all_norequest_f08_")
      import :: MPI_File, MPI_OFFSET_KIND, MPI_Datatype, MPI_Status
      type(MPI_File) :: fh
      integer(MPI_OFFSET_KIND) :: offset
      !GCC$ attributes no_arg_check :: buf
      type(*), dimension(*) :: buf
      integer :: count
      type(MPI_Datatype) :: datatype
      type(MPI_Status) :: status
      integer, optional :: ierror
    end subroutine TAMPI_File_iread_at_all_norequest_f08
  end interface

  public :: TAMPI_File_iread_shared
  interface TAMPI_File_iread_shared
    subroutine TAMPI_File_iread_shared_mpi(fh, buf, count, datatype, request, status, &
        ierror) bind(C, name="tampi_file_iread_shared_")
      integer :: fh
      !GCC$ attributes no_arg_check :: buf
      type(*), dimension(*) :: buf
      integer :: count
      integer :: datatype
      integer :: request
      integer :: status(*)
      integer :: ierror
    end subroutine TAMPI_File_iread_shared_mpi
    subroutine TAMPI_File_iread_shared_norequest_mpi(fh, buf, count, datatype, status, &
        ierror) bind(C, name="tampi_file_iread_shared_norequest_")
      integer :: fh
      !GCC$ attributes no_arg_check :: buf
      type(*), dimension(*) :: buf
      integer :: count
      integer :: datatype
      integer :: status(*)
      integer :: ierror
    end subroutine TAMPI_File_iread_shared_norequest_mpi
    subroutine TAMPI_File_iread_shared_f08(fh, buf, count, datatype, request, status, &
        ierror) bind(C, name="tampi_file_iread_shared_f08_")
      import :: MPI_File, MPI_Datatype, MPI_Request, MPI_Status
      type(MPI_File) :: fh
      !GCC$ attributes no_arg_check :: buf
      type(*), dimension(*) :: buf
      integer :: count
      type(MPI_Datatype) :: datatype
      type(MPI_Request) :: request
      type(MPI_Status) :: status
      integer, optional :: ierror
    end subroutine TAMPI_File_iread_shared_f08
    subroutine TAMPI_File_iread_shared_norequest_f08(fh, buf, count, datatype, status, &
        ierror) bind(C, name="tampi_file_iread_shared_norequest_f08_")
      import :: MPI_File, MPI_Datatype, MPI_Status
      type(MPI_File) :: fh
      !GCC$ attributes no_arg_check :: buf
      type(*), dimension(*) :: buf
      integer :: count
      type(MPI_Datatype) :: datatype
      type(MPI_Status) :: status
      integer, optional :: ierror
    end subroutine TAMPI_File_iread_shared_norequest_f08
  end interface

  public :: TAMPI_File_iwrite
  interface TAMPI_File_iwrite
    subroutine TAMPI_File_iwrite_mpi(fh, buf, count, datatype, request, status, ierror) bind(C, &
        name="tampi_file_iwrite_")
      integer :: fh
      !GCC$ attributes no_arg_check :: buf
      type(*), dimension(*) :: buf
      integer :: count
      integer :: datatype
      integer :: request
      integer :: status(*)
      integer :: ierror
    end subroutine TAMPI_File_iwrite_mpi
    subroutine TAMPI_File_iwrite_norequest_mpi(fh, buf, count, datatype, status, ierror) bind(C, &
        name="tampi_file_iwrite_norequest_")
      integer :: fh
      !GCC$ attributes no_arg_check :: buf
      type(*), dimension(*) :: buf
      integer :: count
      integer :: datatype
      integer :: status(*)
      integer :: ierror
    end subroutine TAMPI_File_iwrite_norequest_mpi
    subroutine TAMPI_File_iwrite_f08(fh, buf, count, datatype, request, status, ierror) bind(C, &
        name="tampi_file_iwrite_f08_")
      import :: MPI_File, MPI_Datatype, MPI_Request, MPI_Status
      type(MPI_File) :: fh
      !GCC$ attributes no_arg_check :: buf
      type(*), dimension(*) :: buf
      integer :: count
      type(MPI_Datatype) :: datatype
      type(MPI_Request) :: request
      type(MPI_Status) :: status
      integer, optional :: ierror
    end subroutine TAMPI_File_iwrite_f08
    subroutine TAMPI_File_iwrite_norequest_f08(fh, buf, count, datatype, status, ierror) bind(C, &
        name="tampi_file_iwrite_norequest_f08_")
      import :: MPI_File, MPI_Datatype, MPI_Status
      type(MPI_File) :: fh
      !GCC$ attributes no_arg_check :: buf
      type(*), dimension(*) :: buf
      integer :: count
      type(MPI_Datatype) :: datatype
      type(MPI_Status) :: status
      integer, optional :: ierror
    end subroutine TAMPI_File_iwrite_norequest_f08
  end interface

  public :: TAMPI_File_iwrite_all
  interface TAMPI_File_iwrite_all
    subroutine TAMPI_File_iwrite_all_mpi(fh, buf, count, datatype, request, status, &
        ierror) bind(C, name="tampi_file_iwrite_all_")
      integer :: fh
      !GCC$ attributes no_arg_check :: buf
      type(*), dimension(*) :: buf
      integer :: count
      integer :: datatype
      integer :: request
      integer :: status(*)
      integer :: ierror
    end subroutine TAMPI_File_iwrite_all_mpi
    subroutine TAMPI_File_iwrite_all_norequest_mpi(fh, buf, count, datatype, status, &
        ierror) bind(C, name="tampi_file_iwrite_all_norequest_")
      integer :: fh
      !GCC$ attributes no_arg_check :: buf
      type(*), dimension(*) :: buf
      integer :: count
      integer :: datatype
      integer :: status(*)
      integer :: ierror
    end subroutine TAMPI_File_iwrite_all_norequest_mpi
    subroutine TAMPI_File_iwrite_all_f08(fh, buf, count, datatype, request, status, &
        ierror) bind(C, name="tampi_file_iwrite_all_f08_")
      import :: MPI_File, MPI_Datatype, MPI_Request, MPI_Status
      type(MPI_File) :: fh
      !GCC$ attributes no_arg_check :: buf
      type(*), dimension(*) :: buf
      integer :: count
      type(MPI_Datatype) :: datatype
      type(MPI_Request) :: request
      type(MPI_Status) :: status
      integer, optional :: ierror
    end subroutine TAMPI_File_iwrite_all_f08
    subroutine TAMPI_File_iwrite_all_norequest_f08(fh, buf, count, datatype, status, &
        ierror) bind(C, name="tampi_file_iwrite_all_norequest_f08_")
      import :: MPI_File, MPI_Datatype, MPI_Status
      type(MPI_File) :: fh
      !GCC$ attributes no_arg_check :: buf
      type(*), dimension(*) :: buf
      integer :: count
      type(MPI_Datatype) :: datatype
      type(MPI_Status) :: status
      integer, optional :: ierror
    end subroutine TAMPI_File_iwrite_all_norequest_f08
  end interface

  public :: TAMPI_File_iwrite_at
  interface TAMPI_File_iwrite_at
    subroutine TAMPI_File_iwrite_at_mpi(fh, offset, buf, count, datatype, request, status, &
        ierror) bind(C, name="tampi_file_iwrite_at_")
      import :: MPI_OFFSET_KIND
      integer :: fh
      integer(MPI_OFFSET_KIND) :: offset
      !GCC$ attributes no_arg_check :: buf
      type(*), dimension(*) :: buf
      integer :: count
      integer :: datatype
      integer :: request
      integer :: status(*)
      integer :: ierror
    end subroutine TAMPI_File_iwrite_at_mpi
    subroutine TAMPI_File_iwrite_at_norequest_mpi(fh, offset, buf, count, datatype, status, &
        ierror) bind(C, name="tampi_file_iwrite_at_norequest_")
      import :: MPI_OFFSET_KIND
      integer :: fh
      integer(MPI_OFFSET_KIND) :: offset
      !GCC$ attributes no_arg_check :: buf
      type(*), dimension(*) :: buf
      integer :: count
      integer :: datatype
      integer :: status(*)
      integer :: ierror
    end subroutine TAMPI_File_iwrite_at_norequest_mpi
    subroutine TAMPI_File_iwrite_at_f08(fh, offset, buf, count, datatype, request, status, &
        ierror) bind(C, name="tampi_file_iwrite_at_f08_")
      import :: MPI_File, MPI_OFFSET_KIND, MPI_Datatype, MPI_Request, MPI_Status
      type(MPI_File) :: fh
      integer(MPI_OFFSET_KIND) :: offset
      !GCC$ attributes no_arg_check :: buf
      type(*), dimension(*) :: buf
      integer :: count
      type(MPI_Datatype) :: datatype
      type(MPI_Request) :: request
      type(MPI_Status) :: status
      integer, optional :: ierror
    end subroutine TAMPI_File_iwrite_at_f08
    subroutine TAMPI_File_iwrite_at_norequest_f08(fh, offset, buf, count, datatype, status, &
        ierror) bind(C, name="tampi_file_iwrite_at_norequest_f08_")
      import :: MPI_File, MPI_OFFSET_KIND, MPI_Datatype, MPI_Status
      type(MPI_File) :: fh
      integer(MPI_OFFSET_KIND) :: offset
      !GCC$ attributes no_arg_check :: buf
      type(*), dimension(*) :: buf
      integer :: count
      type(MPI_Datatype) :: datatype
      type(MPI_Status) :: status
      integer, optional :: ierror
    end subroutine TAMPI_File_iwrite_at_norequest_f08
  end interface

  public :: TAMPI_File_iwrite_at_all
  interface TAMPI_File_iwrite_at_all
    subroutine TAMPI_File_iwrite_at_all_mpi(fh, offset, buf, count, datatype, request, status, &
        ierror) bind(C, name="tampi_file_iwrite_at_all_")
      import :: MPI_OFFSET_KIND
      integer :: fh
      integer(MPI_OFFSET_KIND) :: offset
      !GCC$ attributes no_arg_check :: buf
      type(*), dimension(*) :: buf
      integer :: count
      integer :: datatype
      integer :: request
      integer :: status(*)
      integer :: ierror
    end subroutine TAMPI_File_iwrite_at_all_mpi
    subroutine TAMPI_File_iwrite_at_all_norequest_mpi(fh, offset, buf, count, datatype, status, &
        ierror) bind(C, name="tampi_file_iwrite_at_all_norequest_")
      import :: MPI_OFFSET_KIND
      integer :: fh
      integer(MPI_OFFSET_KIND) :: offset
      !GCC$ attributes no_arg_check :: buf
      type(*), dimension(*) :: buf
      integer :: count
      integer :: datatype
      integer :: status(*)
      integer :: ierror
    end subroutine TAMPI_File_iwrite_at_all_norequest_mpi
    subroutine TAMPI_File_iwrite_at_all_f08(fh, offset, buf, count, datatype, request, status, &
        ierror) bind(C, name="tampi_file_iwrite_at_all_f08_")
      import :: MPI_File, MPI_OFFSET_KIND, MPI_Datatype, MPI_Request, MPI_Status
      type(MPI_File) :: fh
      integer(MPI_OFFSET_KIND) :: offset
      !GCC$ attributes no_arg_check :: buf
      type(*), dimension(*) :: buf
      integer :: count
      type(MPI_Datatype) :: datatype
      type(MPI_Request) :: request
      type(MPI_Status) :: status
      integer, optional :: ierror
    end subroutine TAMPI_File_iwrite_at_all_f08
    subroutine TAMPI_File_iwrite_at_all_norequest_f08(fh, offset, buf, count, datatype, status, &
        ierror) bind(C, name="tampi_file_iwrite_at_all_norequest_f08_")
      import :: MPI_File, MPI_OFFSET_KIND, MPI_Datatype, MPI_Status
      type(MPI_File) :: fh
      integer(MPI_OFFSET_KIND) :: offset
      !GCC$ attributes no_arg_check :: buf
      type(*), dimension(*) :: buf
      integer :: count
      type(MPI_Datatype) :: datatype
      type(MPI_Status) :: status
      integer, optional :: ierror
    end subroutine TAMPI_File_iwrite_at_all_norequest_f08
  end interface

  public :: TAMPI_File_iwrite_shared
  interface TAMPI_File_iwrite_shared
    subroutine TAMPI_File_iwrite_shared_mpi(fh, buf, count, datatype, request, status, &
        ierror) bind(C, name="tampi_file_iwrite_shared_")
      integer :: fh
      !GCC$ attributes no_arg_check :: buf
      type(*), dimension(*) :: buf
      integer :: count
      integer :: datatype
      integer :: request
      integer :: status(*)
      integer :: ierror
    end subroutine TAMPI_File_iwrite_shared_mpi
    subroutine TAMPI_File_iwrite_shared_norequest_mpi(fh, buf, count, datatype, status, &
        ierror) bind(C, name="tampi_file_iwrite_shared_norequest_")
      integer :: fh
      !GCC$ attributes no_arg_check :: buf
      type(*), dimension(*) :: buf
      integer :: count
      integer :: datatype
      integer :: status(*)
      integer :: ierror
    end subroutine TAMPI_File_iwrite_shared_norequest_mpi
    subroutine TAMPI_File_iwrite_shared_f08(fh, buf, count, datatype, request, status, &
        ierror) bind(C, name="tampi_file_iwrite_shared_f08_")
      import :: MPI_File, MPI_Datatype, MPI_Request, MPI_Status
      type(MPI_File) :: fh
      !GCC$ attributes no_arg_check :: buf
      type(*), dimension(*) :: buf
      integer :: count
      type(MPI_Datatype) :: datatype
      type(MPI_Request) :: request
      type(MPI_Status) :: status
      integer, optional :: ierror
    end subroutine TAMPI_File_iwrite_shared_f08
    subroutine TAMPI_File_iwrite_shared_norequest_f08(fh, buf, count, datatype, status, &
        ierror) bind(C, name="tampi_file_iwrite_shared_norequest_f08_")
      import :: MPI_File, MPI_Datatype, MPI_Status
      type(MPI_File) :: fh
      !GCC$ attributes no_arg_check :: buf
      type(*), dimension(*) :: buf
      integer :: count
      type(MPI_Datatype) :: datatype
      type(MPI_Status) :: status
      integer, optional :: ierror
    end subroutine TAMPI_File_iwrite_shared_norequest_f08
  end interface

end module tampi
